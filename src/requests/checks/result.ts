import type { Verdict } from './verdict';

export type Role = 'setup' | 'request' | 'teardown';
export type Outcome = 'passed' | 'failed' | 'skipped' | 'cancelled';

/** The reason why a request did not pass or was not sent. */
export interface RunProblem {
  code:
    | 'error' // `error` and `detail` are the code and message from the host
    | 'status' // the request has no checks, and its status is not a success
    | 'cycle' // requests depend on each other in a cycle; `detail` names them
    | 'needs' // a request that this one depends on has no response; `detail` is its label
    | 'setup' // a request of the file with `# @setup` failed; `detail` is its label
    | 'skip' // `# @skip`; `detail` is the text after it
    | 'notOnly' // another request has `# @only`
    | 'received' // cancelled after it was sent, so it may have changed something
    | 'bail' // another request failed, and the run stops at the first failure
    | 'wrongCheck'; // a request of the file has an invalid check, so none was sent; `detail` is its label
  error?: string;
  /** The status of a failed authorization, unless it comes from a gateway; or of the response that lacks a value. */
  status?: number;
  detail?: string;
  /** The line with the error, counted from 0; absent if it is the request line. */
  line?: number;
}

/** The verdict of a check with its line, counted from 0. */
export interface CheckVerdict extends Verdict {
  line: number;
}

/** The result of one request: plain data without credentials, which may be shown, stored and written into reports. */
export interface RequestResult {
  file: string;
  /** The index of the request in its file, because names need not be unique. */
  index: number;
  label: string;
  /** The number of the request line, counted from 0. */
  line: number;
  role: Role;
  outcome: Outcome;
  problem: RunProblem | undefined;
  /** The status of the last attempt. */
  status: number | undefined;
  milliseconds: number;
  verdicts: readonly CheckVerdict[];
  attempts: number;
}
