import { ApiError } from '../api/errors';
import { redact } from '../api/masking/text';
import type { RequestResult, RunProblem } from '../requests/checks/result';
import { comparesResponses, type CheckFailure, type Verdict } from '../requests/checks/verdict';
import type { CheckProblem } from '../requests/document/checkLine';
import { RequestError } from '../requests/document/requestError';
import { apiMessage, differenceText } from './apiMessages';
import { requestProblems } from './documentMessages';

/** Why a run may not send something: for code to branch on as with the other errors. */
export class RunError extends Error {
  readonly code: 'production' | 'noSecret' | 'nobodyToAsk' | 'notAllowed' | 'untrustedHost';

  constructor(code: RunError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** Code and sentence of an error, without credentials. */
export function describeError(error: unknown): { code: string; text: string } {
  if (error instanceof RequestError)
    return { code: error.code, text: redact(requestProblems[error.code](error.detail ?? '')) };
  if (error instanceof ApiError) return { code: error.code, text: redact(apiMessage(error)) };
  if (error instanceof RunError) return { code: error.code, text: error.message };
  return { code: 'unknown', text: redact(error instanceof Error ? error.message : String(error)) };
}

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

/** Why a request did not pass, or was not sent. */
export function problemText({ code, detail = '' }: RunProblem): string {
  switch (code) {
    case 'error':
      return detail;
    case 'status':
      return `It has no checks, and its status is ${detail}.`;
    case 'cycle':
      return `These requests need each other’s responses: ${detail}`;
    case 'needs':
      return `It needs the response of ${detail}, but there is none.`;
    case 'setup':
      return `The setup ${detail} failed.`;
    case 'skip':
      return detail === '' ? '# @skip' : detail;
    case 'notOnly':
      return 'Another request has # @only.';
    case 'received':
      return 'Cancelled. The service may have received it.';
    case 'wrongCheck':
      return `Nothing of this file was sent, because ${detail} has a check that means nothing.`;
    case 'bail':
      return 'An earlier request failed.';
  }
}

const failures: Record<Exclude<CheckFailure, CheckProblem>, string> = {
  nothingThere: 'The response has nothing there.',
  notJson: 'The body is not JSON.',
  tooSlow: 'The regular expression takes too long.',
  tooDeep: 'The JSON of the response nests too deeply to be checked.',
  cutOff: 'The response is too large to check its body.',
  notDocumented: 'The service does not document the shape of this response.',
  noSnapshot: 'There is no snapshot yet, and none is written from a response that failed.',
  noSnapshotInCi:
    'There is no snapshot, and none is written in CI: run hydrogen check on your machine, or with --update-snapshots, and commit the file.',
  otherSnapshot: 'The response differs from its snapshot',
  ambiguousSnapshot: 'Another request with a snapshot has the same name. Give each its own name with # @name.',
  badSnapshots: 'The snapshot file cannot be read or written.',
  noPlace: 'There is no file to store the snapshot beside.',
  otherThere: 'The response of the other environment is different',
  notThere: 'The other environment gave no response to compare with',
  notRead: 'Only requests that read from the application are sent to another environment. This one was sent once.',
};

/** Why a check failed. */
export function verdictText(verdict: Verdict): string {
  const { failure, detail, expected, actual, differences } = verdict;
  const why = failure === undefined ? [] : [failureText(failure, detail)];
  const shape = differences.slice(0, 5).map(differenceText);
  const compared =
    actual === undefined || comparesResponses(verdict)
      ? []
      : [expected === undefined ? `is ${actual}` : `expected ${expected}, is ${actual}`];
  return [
    ...why,
    ...(shape.length > 0 ? [`differs from its documentation: ${shape.join(', ')}`] : []),
    ...compared,
  ].join(' ');
}

function failureText(failure: CheckFailure, detail: string | undefined): string {
  if (isCheckProblem(failure)) return requestProblems[failure](detail ?? '');
  return failures[failure] + (detail === undefined ? '' : ` (${detail})`);
}

function isCheckProblem(failure: CheckFailure): failure is CheckProblem {
  return !Object.hasOwn(failures, failure);
}
