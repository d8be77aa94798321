import type { CheckProblem } from './checkLine';
import type { Range } from './syntax';

/** Why a request cannot be sent as it is written, for code to branch on. */
export type RequestErrorCode =
  // variables
  | 'unclosedReference' // `{{name` without an end
  | 'undefinedVariable' // nothing has this name
  | 'circularVariable' // variables that refer to each other in a cycle; `detail` names them
  | 'noResponse' // the named request has not been sent yet
  | 'needsItself' // the request takes a value from its own response, and has not been sent yet
  | 'noValue' // the response of the named request has nothing there
  | 'unknownFunction' // {{$…}} that does not exist
  | 'badArguments' // {{$…}} with arguments it does not take
  | 'tooLong' // variables that make each other grow without end
  // address
  | 'missingTarget' // a request line without a path
  | 'badPath' // no path, or one that leads elsewhere: `..`, `//host`, backslash, control characters
  | 'badMethod' // a method that HTTP or fetch does not allow
  | 'insecure' // plain http to another machine
  | 'secretInAddress' // addresses end up in logs and histories
  // headers and authorization
  | 'badHeader' // a name or value that HTTP does not allow, such as one with a line break
  | 'ownHeader' // a header that the extension sets itself
  | 'secretToOtherOrigin' // a secret on its way to a host that may not have it; `detail` is the host
  | 'unknownApplication' // `# @application` of a name or ClientID that no application has
  | 'ambiguousApplication' // `# @application` of a name that several have
  | 'unknownEnvironment' // `# @environment` of a name the application does not have
  | 'ambiguousEnvironment' // `# @environment` of a name that several have, or that also means production
  | 'badDirective' // a directive with a value it does not take
  | 'wrongFamily' // `# @as` of one family on a path of the other
  | 'notSignedIn' // needs a user's token, and nobody is signed in
  // body
  | 'noFile' // the file of `< ./file` cannot be read; `cause` says why
  // checks
  | CheckProblem
  // response
  | 'notSaved'; // a large response could not be written down; `cause` says why

/** Holds names and positions, never a value. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  /** Where in the document, when it has a place there. */
  readonly range: Range | undefined;
  /** The name at fault: a variable, header, environment, file. */
  readonly detail: string | undefined;

  constructor(code: RequestErrorCode, detail?: string, range?: Range, cause?: unknown) {
    super(detail === undefined ? code : `${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.range = range;
    this.detail = detail;
  }
}
