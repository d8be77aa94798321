import type { RequestResult, RunProblem } from '../requests/checks/result';

const connection = ['timeout', 'unknownHost', 'refused', 'tls', 'network'];
const authorization = ['notSignedIn', 'noSecret', 'status'];
/** What a service did, on the way to a response. */
const responses = ['tooLarge', 'notJson', 'unexpectedShape', 'tooManyRedirects', 'unsafeRedirect', 'unknown'];

/** Of several causes a wrong file counts before authorization, that before the connection, and a check that failed last. */
export function exitCode(results: readonly RequestResult[]): number {
  const codes = results.filter(({ outcome }) => outcome === 'failed').map(({ problem }) => codeOf(problem));
  return [2, 4, 3, 1].find(code => codes.includes(code)) ?? 0;
}

function codeOf(problem: RunProblem | undefined): number {
  if (problem?.code === 'cycle') return 2;
  // Where there are checks, they say what status is wanted.
  if (problem?.code === 'status' && ['401', '403'].includes(problem.detail ?? '')) return 4;
  if (problem?.code !== 'error') return 1;
  const { error = '' } = problem;
  if (connection.includes(error)) return 3;
  if (authorization.includes(error)) return 4;
  return responses.includes(error) ? 1 : 2;
}
