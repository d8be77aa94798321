import type { Range } from '../document/syntax';
import type { CheckProblem } from '../document/checkLine';
import type { RunResult } from '../sending/runResult';
import type { Difference } from '../history/difference';

/** Why a check failed before, or beside, its comparison. */
export type CheckFailure =
  | CheckProblem
  | 'nothingThere' // the path leads through a value that is null or missing; `detail` is the last one before it
  | 'notJson' // a path into a body that is no JSON
  | 'tooSlow' // a regular expression that did not end in time
  | 'cutOff' // the body is too large to be looked at as a whole
  | 'notDocumented'; // `?? documented`, where no shape is documented

/** What came of a check. Plain data without credentials: it may be shown, kept and written into reports. */
export interface Verdict {
  /** Where the line stands in its document. */
  range: Range;
  /** The check as it is written, but for credentials: its name in reports. */
  title: string;
  passed: boolean;
  failure: CheckFailure | undefined;
  /** The name or path at fault, for `failure`. */
  detail: string | undefined;
  /** What was wanted, variables filled in; absent where the operator takes no value. */
  expected: string | undefined;
  /** What the response has, as it would be written in a check; `undefined` as a word when there is nothing. */
  actual: string | undefined;
  /** Of `?? documented`. */
  differences: readonly Difference[];
}

/** What the checks of a request say; without any, what its status says. */
export function isGood({ report }: RunResult, verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 ? verdicts.every(({ passed }) => passed) : report.ok;
}

export function countOf(verdicts: readonly Verdict[]): { passed: number; all: number } {
  return { passed: verdicts.filter(({ passed }) => passed).length, all: verdicts.length };
}
