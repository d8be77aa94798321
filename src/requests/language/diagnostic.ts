import type { CheckProblem } from '../document/checkLine';
import type { Range, SyntaxProblem } from '../document/syntax';
import type { VariableProblem } from '../document/variables';
import type { IgnoredLine } from './ignoredLines';
import { findEnvironment, type NamedEnvironment } from '../../api/environmentNames';

export type DiagnosticCode =
  | SyntaxProblem['code']
  | VariableProblem['code']
  | CheckProblem
  | IgnoredLine['code']
  // address
  | 'unknownMethod'
  | 'badPath' // neither a path of the application nor an http address
  | 'secretInAddress'
  | 'otherOrigin' // another host, which receives no credentials
  | 'unknownPath'
  | 'missingSlash'
  | 'otherVersion'
  | 'wrongMethod'
  | 'missingParameter'
  | 'changesAll'
  | 'limitTooHigh'
  | 'emptyVariable' // a variable with an empty value in a path
  // headers, authorization and body
  | 'ownHeader'
  | 'badHeader'
  | 'wrongFamily'
  | 'unknownApplication'
  | 'ambiguousApplication'
  | 'unknownEnvironment'
  | 'ambiguousEnvironment'
  | 'duplicateName'
  | 'missingField'
  | 'bodyOfRead' // a GET with a body
  | 'requestInBody' // a line that reads like a request, without `###` before it
  | 'invalidJson'
  | 'pastedSecret'
  // checks
  | 'undocumentedPath' // a check of a field that is not documented
  | 'notDocumented' // `?? documented` for a response that is not documented
  | 'neverHolds'
  | 'delimitedValue' // an expected value in quotes; `detail` is the quote
  | 'ambiguousSnapshot' // another request with a snapshot has the same label
  | 'notRead'; // `?? same as` for a request that may change something

export interface Diagnostic {
  code: DiagnosticCode;
  severity: 'error' | 'warning' | 'information';
  range: Range;
  /** The parameter, variable, header or method with the problem, for the message. Never a value. */
  detail?: string | undefined;
  /** The quick fix. `moveSecret` stores the text in the range as a secret and replaces it with `{{$secret name}}`. */
  fix?:
    | { kind: 'replace'; range: Range; text: string }
    | { kind: 'moveSecret'; range: Range; name: string }
    | undefined;
}

/**
 * Reports an unknown or ambiguous environment. An unknown name is only a warning, because it may exist in another
 * person's settings; a request with an ambiguous name cannot be sent.
 */
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
