import type { Field, Operation } from '../../api/operations/catalogue';
import type { Range } from '../document/syntax';

/** A completion at a position of a document. */
export interface Candidate {
  kind:
    | 'method'
    | 'path'
    | 'parameter'
    | 'value'
    | 'header'
    | 'field'
    | 'variable'
    | 'directive'
    | 'check'
    | 'operator';
  label: string;
  /** The text that replaces `range`. */
  insert: string;
  range: Range;
  operation?: Operation;
  field?: Field;
  /** Whether the service's documentation calls the operation or its path outdated. */
  isOld?: boolean;
}
