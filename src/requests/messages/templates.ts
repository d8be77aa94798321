import type { CheckFailure } from '../checks/verdict';
import type { RunProblem } from '../checks/result';
import type { DirectiveName, SyntaxProblem } from '../document/syntax';
import type { CheckProblem } from '../document/checkLine';
import type { RequestErrorCode } from '../document/requestError';
import type { Difference } from '../checks/documented';

/**
 * Errors with a remedy that depends on the host: the editor names commands and settings, the command line names options
 * and files.
 */
export type HostErrorCode =
  | 'undefinedVariable'
  | 'noResponse'
  | 'ownHeader'
  | 'secretToOtherOrigin'
  | 'unknownApplication'
  | 'ambiguousApplication'
  | 'notSignedIn';

/** Templates for the errors with a remedy that depends on the host. `{0}` is the name with the error. */
export type HostTemplates = Record<HostErrorCode, string>;

export const editorTemplates: HostTemplates = {
  undefinedVariable: '{0} is not defined. Define it with @{0} = value, or in the setting hydrogen.variables.',
  noResponse:
    'There is no response of {0} from this application and environment yet. Send it there first, or use “Send to Here”.',
  ownHeader: '{0} is set from the selected application and environment. Remove it, or use # @environment and # @as.',
  secretToOtherOrigin:
    'The request was not sent, because a secret would go to {0}. Remove it from the request, or write only a path, which goes to the application.',
  unknownApplication: 'No application is called {0}. Use the name or ClientID of one in the tree, or add it there.',
  ambiguousApplication: '{0} is the name of more than one application. Use the ClientID, or give each its own name.',
  notSignedIn: 'Nobody is signed in here. Use “Sign In as a User…” first.',
};

export const programTemplates: HostTemplates = {
  undefinedVariable: '{0} is not defined. Define it with @{0} = value, or under "variables" in hydrogen.json.',
  noResponse: 'There is no response of {0} from this environment.',
  ownHeader: '{0} is set from the application and environment. Remove it, or use # @as.',
  secretToOtherOrigin:
    'It was not sent, because a secret would go to {0}. If you trust that host, add --allow-host {0}.',
  unknownApplication: 'hydrogen.json has no application {0}.',
  ambiguousApplication: '{0} is the name of more than one application. Use the ClientID.',
  notSignedIn: 'There is no user token: set HYDROGEN_USER_TOKEN.',
};

const missingValue = 'The response has nothing at {0}.';

/**
 * Problems of a check, while it is written and when it is run. `{0}` is the text with the error, `{1}` the valid subjects.
 */
const checkProblems: Record<CheckProblem, string> = {
  malformedCheck: 'A check is written as subject, operator and value: ?? status == 200',
  unknownSubject: 'A check cannot begin with {0}. Use one of: {1}.',
  badCheckPath:
    '{0} cannot be checked: write a header with its name, a body with a path such as objects[0].name. The last operator of a line counts; put a value that contains one into a variable.',
  missingExpected: 'A value is missing after {0}.',
  badPattern: '{0} is not a regular expression.',
  textAfterCheck:
    'Only checks and comments can follow a check. Write this line above the checks, or write # before it.',
};

/** Reasons why a request cannot be sent as written, and the remedy. `{0}` is the name with the error. */
export const requestTemplates: Record<Exclude<RequestErrorCode, HostErrorCode | 'badDirective'>, string> = {
  unclosedReference: '{0} is not closed: a variable is written as {{name}}.',
  unusableVariable: 'The value of {0} in the setting hydrogen.variables cannot be used. Write a long number in quotes.',
  circularVariable: 'These variables refer to each other in a cycle: {0}',
  needsItself: 'The request {0} takes a value from its own response, which does not exist before it is sent.',
  noValue: missingValue,
  valueCutOff: 'The response is too large to take {0} from it.',
  unknownFunction: 'There is no {0}. Use one of: {1}.',
  badArguments: '{0} does not take these arguments. Write it as {1}.',
  tooLong: 'The value of {0} becomes too long.',
  missingTarget: 'The request line has no path.',
  badPath: 'A path begins with /hserve/ or /oserve/.',
  badMethod: 'There is no method {0}.',
  insecure: 'Plain http is used only to reach this machine. Write https.',
  secretInAddress:
    'A secret does not belong in an address, because addresses end up in logs. Send it in a header or the body.',
  malformedHeader: 'A header is written as Name: value.',
  badHeader: 'The header {0} has a character that HTTP does not allow.',
  unknownEnvironment: 'The application has no environment {0}.',
  ambiguousEnvironment:
    '{0} can mean more than one environment here. Use the Env ID, or give each environment its own name.',
  repeatedDirective: '@{0} is written twice for one request. Remove one of the two.',
  wrongFamily: '# @as {0} does not fit this path: user is for /hserve/, openapi for /oserve/.',
  noFile: 'The file {0} cannot be read.',
  boundaryInPart:
    'A part of the body contains the boundary {0}. Write another boundary, in Content-Type and in the body.',
  notUtf8:
    'The file {0} is not UTF-8, so its variables cannot be replaced. Save it in this encoding, or write < without @ to send it as it is.',
  badEncoding: '{0} is not a known encoding, or the file is not in it. Write, for example, <@latin1 or <@ for UTF-8.',
  ...checkProblems,
  notSaved: 'The response is large and could not be written to disk{0}.',
};

/** Variants of `requestTemplates` for some names. */
export const requestVariants = {
  noSuchRequest: 'No request of this document is called {0}. Write # @name {0} above it.',
  nothingAfterFailure: 'The request {0} failed with {1}, so there is nothing at {2}. Correct {0}, then send it again.',
  machineValueInAddress:
    'Values of this machine are secrets, and a secret does not belong in an address. If it is not a secret, write {0}.',
  otherSubject: 'A check cannot begin with {0}. Write {1}.',
  hostHeader: 'Host is derived from the address and cannot be changed.',
  connectionHeader: '{0} belongs to the connection and cannot be changed.',
};

const takesNoValue = '@{0} takes no value.';

/** The valid values of each directive. */
export const directiveTemplates: Record<DirectiveName, string> = {
  name: '@name takes letters, digits, “-” and “_”.',
  application: '@application takes the name or ClientID of an application.',
  environment: '@environment takes the name or Env ID of an environment, or Production.',
  as: '@as takes user, openapi or anonymous.',
  timeout: '@timeout takes a time from 1ms to 24 hours, such as 500ms, 10s or 2m.',
  retry: '@retry takes a number from 1 to 100 and a time, such as 3 every 2s.',
  setup: takesNoValue,
  teardown: takesNoValue,
  only: takesNoValue,
  skip: takesNoValue,
};

/** Lines that have no effect. `{0}` is the name of the directive or variable, `{1}` the valid names of directives. */
export const ignoredTemplates = {
  unknownDirective: 'There is no directive @{0}. Use one of: {1}.',
  strayDirective: '@{0} has no effect here. Write it above the request line.',
  replacedVariable: '@{0} has no effect, because it is defined again below.',
  prompt: 'There is no directive @prompt. Write {0} where the value is used.',
};

/** A `# @name` that an earlier request already has. */
export const repeatedNameTemplate = 'Another request is already called {0}.';

/** A line of a body that is probably meant as a request. */
export const requestInBodyTemplate =
  'This line is a part of the body. If it begins another request, write ### above it.';

/** Reasons why a document cannot be read. `{0}` is the name of the directive. */
export const syntaxTemplates: Record<SyntaxProblem['code'], string> = {
  unclosedReference: 'A variable is written as {{name}}; this one is not closed.',
  malformedVariable: 'A variable is defined as @name = value.',
  malformedHeader: requestTemplates.malformedHeader,
  missingTarget: requestTemplates.missingTarget,
  repeatedDirective: requestTemplates.repeatedDirective,
  textAfterCheck: checkProblems.textAfterCheck,
};

/** Reasons why a check failed, other than an unexpected value. `{0}` is the name or path with the error. */
export const failureTemplates: Record<CheckFailure, string> = {
  ...checkProblems,
  notDocumented: 'The service does not document the shape of this response.',
  missingValue,
  notJson: 'The body is not JSON.',
  delimitedValue: 'Remove the {0} around the value: in a check, it is a part of the value.',
  tooSlow: 'The regular expression takes too long.',
  tooDeep: 'The JSON of the response nests too deeply to be checked.',
  cutOff: 'The response is too large to check its body.',
  noSnapshot: 'There is no snapshot yet. A failed response is not saved as a snapshot.',
  noSnapshotInCi:
    'There is no snapshot, and none is written in CI: run hydrogen check on your machine, or with --update-snapshots, and commit the file.',
  otherSnapshot: 'The response differs from its snapshot: {0}',
  ambiguousSnapshot: 'Another request with a snapshot is also called {0}. Give each its own name with # @name.',
  badSnapshots: 'The snapshot file cannot be read or written.',
  noSnapshotFile: 'Snapshots are stored beside the document: save it first.',
  otherResponse: 'The response of the other environment is different: {0}',
  noOtherResponse: 'The other environment gave no response to compare with: {0}',
  notRead: 'Only requests that read from the application are sent to another environment. This one was sent once.',
};

/** The results of a check. */
export const verdictTemplates = {
  passed: '{0} of {1} checks passed',
  actual: 'It is {0}.',
  expected: 'Expected {0}, but it is {1}.',
  documentation: 'The response differs from its documentation: {0}',
};

/** The differences between a response and its documentation. `{0}` is the path. */
export const differenceTemplates: Record<Difference['code'], string> & { root: string } = {
  missing: '{0} is missing',
  undocumented: '{0} is not documented',
  wrongType: '{0} is {1} instead of {2}',
  root: 'the response',
};

/** Reasons why a request of a run did not pass or was not sent. An error already has a complete message. */
export const problemTemplates: Record<Exclude<RunProblem['code'], 'error' | 'skip'>, string> = {
  status: 'It has no checks, and its status is {0}.',
  cycle: 'These requests depend on each other: {0}',
  needs: 'It needs the response of {0}, which is missing.',
  setup: 'The setup {0} failed.',
  notOnly: 'Another request has # @only.',
  received: 'Cancelled. The service may have received it.',
  wrongCheck: 'Nothing of this file was sent, because {0} has an invalid check.',
  bail: 'An earlier request failed.',
};

/** The line of a request in the output of a run. */
export const resultTemplates = {
  time: '{0} ms',
  attempts: '{0} ms, sent {1} times',
};
