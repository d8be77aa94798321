import { checkSubjects, type CheckProblem } from '../requests/document/checkLine';
import type { RequestErrorCode } from '../requests/document/requestError';
import type { SyntaxProblem } from '../requests/document/syntax';

/** Why a check means nothing. */
const checkProblems: Record<CheckProblem, (detail: string) => string> = {
  malformedCheck: () => 'A check is written as subject, operator and value: ?? status == 200',
  unknownSubject: detail => `A check cannot begin with ${detail}. Use one of: ${checkSubjects.join(', ')}.`,
  badCheckPath: detail =>
    `${detail} cannot be checked: write a header with its name, a body with a path such as objects[0].name.`,
  missingExpected: detail => `A value is missing after ${detail}.`,
  badPattern: detail => `${detail} is not a regular expression.`,
};

/** Why a request cannot be sent as it is written. `detail` is the name at fault. */
export const requestProblems: Record<RequestErrorCode, (detail: string) => string> = {
  unclosedReference: detail => `${detail} is not closed: a variable is written as {{name}}.`,
  undefinedVariable: detail =>
    `${detail} is not defined. Define it with @${detail} = value, or under "variables" in hydrogen.json.`,
  circularVariable: detail => `These variables refer to each other in a cycle: ${detail}`,
  noResponse: detail => `The request ${detail} has not been sent yet.`,
  needsItself: detail =>
    `The request ${detail} takes a value from its own response, which does not exist before it is sent.`,
  noValue: detail => `The response has nothing at ${detail}.`,
  unknownFunction: detail => `There is no ${detail}.`,
  badArguments: detail => `${detail} does not take these arguments.`,
  tooLong: detail => `The value of ${detail} becomes too long.`,
  missingTarget: () => 'The request line has no path.',
  badPath: () => 'A path begins with /hserve/ or /oserve/.',
  badMethod: detail => `There is no method ${detail}.`,
  insecure: () => 'Plain http is used only to reach this machine. Write https.',
  secretInAddress: detail =>
    /^\$(dotenv|processEnv)\s/.test(detail)
      ? `Values of this machine are secrets, and a secret does not belong in an address. If it is none, write {{${detail} public}}.`
      : 'A secret does not belong in an address, because addresses end up in logs. Send it in a header or the body.',
  badHeader: detail =>
    detail.toLowerCase() === 'host'
      ? 'Host is derived from the address and cannot be changed.'
      : `The header ${detail} cannot be sent.`,
  ownHeader: detail => `${detail} is set from the application and environment. Remove it, or use # @as.`,
  secretToOtherOrigin: detail =>
    `It was not sent, because a secret would go to ${detail}. If that host may have it, name it with --allow-host ${detail}.`,
  unknownApplication: detail => `hydrogen.json has no application ${detail}.`,
  ambiguousEnvironment: detail => `${detail} can mean more than one environment here. Use the Env ID.`,
  ambiguousApplication: detail => `${detail} is the name of more than one application. Use the ClientID.`,
  unknownEnvironment: detail => `The application has no environment ${detail}.`,
  badDirective: detail => `@${detail} does not take this value.`,
  wrongFamily: detail => `# @as ${detail} does not fit this path: user is for /hserve/, openapi for /oserve/.`,
  notSignedIn: () => 'There is no user token: set HYDROGEN_USER_TOKEN.',
  noFile: detail => `The file ${detail} cannot be read.`,
  ...checkProblems,
  notSaved: () => 'The response is large and could not be written to disk.',
};

/** Why a document cannot be read. */
export const syntaxProblems: Record<SyntaxProblem['code'], string> = {
  unclosedReference: 'A variable is written as {{name}}; this one is not closed.',
  malformedVariable: 'A variable is defined as @name = value.',
  malformedHeader: 'A header is written as Name: value.',
  missingTarget: requestProblems.missingTarget(''),
  textAfterCheck: 'Only checks and comments can follow a check.',
};
