import { findEnvironment, type NamedEnvironment } from '../../api/environmentNames';
import type { Range } from '../document/syntax';
import type { Diagnostic } from './diagnostic';

/** An unknown name may exist in another person's settings; an ambiguous one cannot be sent. */
export function diagnoseEnvironment(
  name: string,
  range: Range,
  environments: readonly NamedEnvironment[],
): Diagnostic[] {
  const { kind } = findEnvironment(environments, name);
  if (kind === 'found') return [];
  return kind === 'unknown'
    ? [{ code: 'unknownEnvironment', severity: 'warning', range, detail: name }]
    : [{ code: 'ambiguousEnvironment', severity: 'error', range, detail: name }];
}
