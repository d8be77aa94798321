import type { CheckProblem } from '../document/checkLine';
import type { Range } from '../document/syntax';
import { findEnvironment, type NamedEnvironment } from '../../api/environmentNames';

export type DiagnosticCode =
  | 'malformedVariable'
  | 'malformedHeader'
  | 'missingTarget'
  | 'unknownMethod'
  | 'badPath' // leads elsewhere
  | 'otherOrigin' // a host that is not the application's: sent without credentials
  | 'unknownPath'
  | 'missingSlash'
  | 'otherVersion'
  | 'wrongMethod'
  | 'missingParameter'
  | 'changesAll'
  | 'missingField'
  | 'bodyOfRead' // a GET with a body
  | 'limitTooHigh'
  | 'invalidJson'
  | 'unclosedReference'
  | 'emptyVariable' // in a path
  | 'undefinedVariable'
  | 'circularVariable'
  | 'unknownFunction'
  | 'badArguments'
  | 'ownHeader'
  | 'badHeader'
  | 'unknownDirective'
  | 'badDirective'
  | 'wrongFamily'
  | 'unknownApplication'
  | 'ambiguousApplication'
  | 'unknownEnvironment'
  | 'ambiguousEnvironment'
  | 'duplicateName'
  | 'pastedSecret'
  | CheckProblem
  | 'textAfterCheck'
  | 'undocumentedPath' // in a check
  | 'notDocumented' // `?? documented` without documentation
  | 'neverHolds'
  | 'ambiguousSnapshot' // another request with a snapshot has the same label
  | 'notRead'; // `?? same as` for a request that may change something

export interface Diagnostic {
  code: DiagnosticCode;
  severity: 'error' | 'warning' | 'information';
  range: Range;
  /** The parameter, variable, header or method with the problem, for the message. Never a value. */
  detail?: string | undefined;
  /** The quick fix. `moveSecret`: store the text in the range as a secret, and replace it with `{{$secret name}}`. */
  fix?:
    { kind: 'replace'; range: Range; text: string } | { kind: 'moveSecret'; range: Range; name: string } | undefined;
}

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
