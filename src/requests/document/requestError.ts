import type { CheckProblem } from './checkLine';
import type { Range } from './syntax';

/** The reason why a request cannot be sent as written, for code to branch on. */
export type RequestErrorCode =
  // variables
  | 'unclosedReference' // `{{name` without an end
  | 'undefinedVariable' // no variable, function or request has this name
  | 'unusableVariable' // the setting has a value that is no text, or a number that has lost digits
  | 'circularVariable' // variables that refer to each other in a cycle; `detail` names them
  | 'noResponse' // the named request has not been sent to this target yet
  | 'needsItself' // the request takes a value from its own response, and has not been sent yet
  | 'noValue' // the response of the named request has no value at the path; `cause` is its status if it failed
  | 'valueCutOff' // the response of the named request is too large for memory
  | 'unknownFunction' // `{{$…}}` with a function that does not exist
  | 'badArguments' // `{{$…}}` with invalid arguments
  | 'tooLong' // variables that nest too deep, or expand to a text that is too long
  // address
  | 'missingTarget' // a request line without a path
  | 'badPath' // no path, or one that leads elsewhere: `..`, `//host`, backslash, control characters
  | 'badMethod' // a method that HTTP or fetch does not allow
  | 'insecure' // plain http to another machine
  | 'secretInAddress' // not allowed, because addresses end up in logs and histories
  // headers and authorization
  | 'malformedHeader' // a line of the headers that is not `Name: value`
  | 'badHeader' // a name or value that HTTP does not allow, such as one with a line break
  | 'ownHeader' // a header that the extension sets itself
  | 'secretToOtherOrigin' // a secret would be sent to a host that may not receive it; `detail` is the host
  | 'unknownApplication' // `# @application` with the name or ClientID of no application
  | 'ambiguousApplication' // `# @application` with the name of several applications
  | 'unknownEnvironment' // `# @environment` with an unknown name
  | 'ambiguousEnvironment' // `# @environment` with the name of several environments, or one that also means production
  | 'badDirective' // a directive with an invalid value
  | 'repeatedDirective' // a request has a directive twice, and only one of them could count
  | 'wrongFamily' // `# @as` with an actor that does not fit the API of the path
  | 'notSignedIn' // needs a user's token, and nobody is signed in
  // body
  | 'noFile' // the file of `< ./file` cannot be read; `cause` is the reason
  | 'boundaryInPart' // a value or a file in a part contains the boundary between the parts; `detail` is the boundary
  | 'notUtf8' // the file of `<@ ./file` is not UTF-8, and has no byte order mark of UTF-16
  | 'badEncoding' // the encoding of `<@encoding ./file` is unknown, or the file is not in it; `detail` is its name
  // checks
  | CheckProblem
  // response
  | 'notSaved'; // a large response could not be written; `cause` is the reason

/** Thrown when a request cannot be sent as written. Contains names and positions, never a value. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  /** The range in the document, if any. */
  readonly range: Range | undefined;
  /** For example the name of the variable, header, environment or file with the error. */
  readonly detail: string | undefined;

  constructor(code: RequestErrorCode, detail?: string, range?: Range, cause?: unknown) {
    super(detail === undefined ? code : `${code}: ${detail}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.range = range;
    this.detail = detail;
  }
}
