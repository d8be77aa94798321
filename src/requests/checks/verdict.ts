import type { Range } from '../document/syntax';
import type { CheckOperator, CheckProblem } from '../document/checkLine';
import type { RunResult } from '../sending/runResult';
import type { Difference } from './documented';

/** The reason why a check failed, other than an unexpected value. */
export type CheckFailure =
  | CheckProblem
  | 'missingValue' // the path leads through a null or missing value; `detail` is the path to that value
  | 'notJson' // a path into a body that is not JSON
  | 'delimitedValue' // fails only because of the quotes or slashes around the expected value; `detail` is the sign
  | 'tooSlow' // a regular expression that exceeded its time limit
  | 'tooDeep' // JSON that nests too deep
  | 'cutOff' // the body is too large to be evaluated
  | 'notDocumented' // `?? documented` without a documented shape
  | 'noSnapshot' // the snapshot is missing, and not written because other checks failed
  | 'noSnapshotInCi' // the snapshot is missing, and CI writes none
  | 'otherSnapshot' // the response differs from the snapshot; `detail` has the first differences
  | 'ambiguousSnapshot' // another request of the document with a snapshot has the same label
  | 'badSnapshots' // the snapshot file cannot be read or written
  | 'noSnapshotFile' // the document has no file, so its snapshots have no location
  | 'otherResponse' // the response of the other environment differs; `detail` has the first differences
  | 'noOtherResponse' // no response from the other environment; `detail` has the reason
  | 'notRead'; // a request that may change something, or goes to another host, is not sent to another environment

/** The result of a check: plain data without credentials, which may be shown, stored and written into reports. */
export interface Verdict {
  /** The range of the line in its document. */
  range: Range;
  /** The check as written, without credentials: its name in reports. */
  title: string;
  passed: boolean;
  failure: CheckFailure | undefined;
  /** Details of `failure`, such as a name or a path. */
  detail: string | undefined;
  /** The expected value with variables filled in; absent for an operator without a value. */
  expected: string | undefined;
  /** The operator before the expected value; absent without one. */
  operator?: CheckOperator | undefined;
  /**
   * The actual value, as it would be written in a check; the word `undefined` for a missing one. For snapshots, the whole
   * text.
   */
  actual: string | undefined;
  /** The differences from the documentation; only for `?? documented`. */
  differences: readonly Difference[];
  /** The key of the environment in the snapshot file of the document. */
  environment?: string | undefined;
}

/** Returns whether both values are whole responses, which are compared side by side and not in one line. */
export function comparesResponses({ failure }: Verdict): boolean {
  return failure === 'noSnapshot' || failure === 'otherSnapshot' || failure === 'otherResponse';
}

/** Returns whether all checks passed; without checks, whether the status is a success. */
export function hasPassed({ report }: RunResult, verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 ? verdicts.every(({ passed }) => passed) : report.ok;
}

export function countOf(verdicts: readonly Verdict[]): { passed: number; total: number } {
  return { passed: verdicts.filter(({ passed }) => passed).length, total: verdicts.length };
}
