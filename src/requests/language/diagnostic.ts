import type { CheckProblem } from '../document/checkLine';
import type { Range } from '../document/syntax';

export type DiagnosticCode =
  | 'malformedVariable'
  | 'malformedHeader'
  | 'missingTarget'
  | 'unknownMethod'
  | 'badPath' // leads elsewhere
  | 'otherOrigin' // another host than the application's: sent without credentials
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
  | 'notDocumented' // `?? documented`, where nothing is
  | 'neverHolds'
  | 'ambiguousSnapshot' // another request with a snapshot has the same label
  | 'notRead'; // `?? same as` of what may change something

export interface Diagnostic {
  code: DiagnosticCode;
  severity: 'error' | 'warning' | 'information';
  range: Range;
  /** The name at fault, for the sentence: a parameter, variable, header, method. Never a value. */
  detail?: string | undefined;
  /** What would put it right. `moveSecret`: keep the text in the range, and put `{{$secret name}}` there. */
  fix?:
    { kind: 'replace'; range: Range; text: string } | { kind: 'moveSecret'; range: Range; name: string } | undefined;
}
