import { serviceStatus } from '../api/errors';
import { refusesCredentials } from '../auth/tokenFailures';
import { FunctionError } from '../functions/functionError';
import type { RequestResult, RunProblem } from '../requests/checks/result';
import { describeError } from './messages';

/** The service only responds with JSON. Anything else, such as the page of a gateway, means that it was not reached. */
const connection = ['timeout', 'unknownHost', 'refused', 'tls', 'network', 'notJson'];
const authorization = ['notSignedIn', 'noSecret', 'status', 'exportUnreadable'];
/** The codes of unusable responses. In a run, they count as failed checks. */
const responses = ['tooLarge', 'unexpectedShape', 'tooManyRedirects', 'unsafeRedirect', 'unknown'];

/** Returns the exit code of a run. */
export function exitCode(results: readonly RequestResult[]): number {
  return mostImportant(results.filter(({ outcome }) => outcome === 'failed').map(({ problem }) => codeOf(problem)));
}

/**
 * Returns the exit code for several causes: an invalid file has priority over authorization, then the connection, then
 * a failed check.
 */
export function mostImportant(codes: readonly number[]): number {
  return [2, 4, 3, 1].find(code => codes.includes(code)) ?? 0;
}

/** Returns the exit code of a command that failed as a whole. */
export function failureExitCode(error: unknown): number {
  if (refusesCredentials(error)) return 4;
  // Checked before the code, because an error of a file can have the code of a response, such as `notJson`.
  if (error instanceof FunctionError) return 2;
  // The service refuses a value from an option or a file, such as a condition.
  if (serviceStatus(error) === 400) return 2;
  return exitCodeOf(describeError(error).code, serviceStatus(error));
}

function exitCodeOf(error: string, status: number | undefined): number {
  // Any other status means that the service cannot be used, which counts as no connection.
  if (connection.includes(error) || (error === 'status' && status !== 401 && status !== 403)) return 3;
  return authorization.includes(error) ? 4 : 2;
}

function codeOf(problem: RunProblem | undefined): number {
  if (problem?.code === 'cycle') return 2;
  // The problem `status` only occurs without checks. Otherwise the checks decide which status is expected.
  if (problem?.code === 'status' && ['401', '403'].includes(problem.detail ?? '')) return 4;
  if (problem?.code !== 'error') return 1;
  const { error = '', status } = problem;
  // An earlier request failed, so the file may be right.
  if (error === 'noValue' && status !== undefined) return 1;
  // In a run, only an authorization fails with a status as its error. It can refuse credentials with 400, too.
  if (error === 'status' && status === 400) return 4;
  return responses.includes(error) ? 1 : exitCodeOf(error, status);
}
