import type { Field, Operation } from '../../api/operations/catalogue';
import type { Range } from '../document/syntax';

/** What can stand at a place of a document. */
export interface Candidate {
  kind:
    'method' | 'path' | 'parameter' | 'value' | 'header' | 'field' | 'variable' | 'directive' | 'check' | 'operator';
  label: string;
  /** What to put into `range`. */
  insert: string;
  range: Range;
  operation?: Operation;
  field?: Field;
  /** Whether the service's documents call it old. */
  isOld?: boolean;
}
