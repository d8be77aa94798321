import type { Verdict } from './verdict';

export type Role = 'setup' | 'request' | 'teardown';
export type Outcome = 'passed' | 'failed' | 'skipped' | 'cancelled';

/** Why a request was not sent, or has no response. */
export interface RunProblem {
  code:
    | 'error' // `error` and `detail` are what the host says of it
    | 'status' // it has no checks, and its status is no success
    | 'cycle' // requests take values from each other; `detail` names them
    | 'needs' // a request whose response it needs has none; `detail` is its label
    | 'setup' // a `# @setup` of its file failed; `detail` is its label
    | 'skip' // `# @skip`; `detail` is what stands behind it
    | 'notOnly' // another request has `# @only`
    | 'received' // it was cancelled on its way, and may have changed something there
    | 'bail' // another failed before, and the run ends with the first
    | 'wrongCheck'; // a check of its file means nothing, so nothing of the file was sent; `detail` is the label
  error?: string;
  detail?: string;
  /** Where the document is at fault, from 0; absent: at the request line. */
  line?: number;
}

/** What came of a check, and the line that has it, from 0. */
export interface CheckVerdict extends Verdict {
  line: number;
}

/** What came of one request. Plain data without credentials: it may be shown, kept and written into reports. */
export interface RequestResult {
  file: string;
  /** Which of the file's requests: names need not be different. */
  index: number;
  label: string;
  /** Of the request line, from 0. */
  line: number;
  role: Role;
  outcome: Outcome;
  problem: RunProblem | undefined;
  /** Of the last attempt. */
  status: number | undefined;
  milliseconds: number;
  verdicts: readonly CheckVerdict[];
  /** How often it was sent. */
  attempts: number;
}
