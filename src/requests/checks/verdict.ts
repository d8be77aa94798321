import type { Range } from '../document/syntax';
import type { CheckProblem } from '../document/checkLine';
import type { RunResult } from '../sending/runResult';
import type { Difference } from '../documented/difference';

/** Why a check failed before, or beside, its comparison. */
export type CheckFailure =
  | CheckProblem
  | 'nothingThere' // the path leads through a value that is null or missing; `detail` is the last one before it
  | 'notJson' // a path into a body that is no JSON
  | 'tooSlow' // a regular expression that did not end in time
  | 'tooDeep' // JSON that nests too deeply to be looked at
  | 'cutOff' // the body is too large to be looked at as a whole
  | 'notDocumented' // `?? documented`, where no shape is documented
  | 'noSnapshot' // and none was to be written, as other checks failed
  | 'noSnapshotInCi' // and none is written there
  | 'otherSnapshot' // `detail` has the first places that differ
  | 'ambiguousSnapshot' // another request of the document with a snapshot has the same label
  | 'badSnapshots' // their file cannot be read, or written
  | 'noPlace' // the document has no file, which its snapshots would be beside
  | 'otherThere' // the response of the other environment differs; `detail` has the first places
  | 'notThere' // there is none from the other environment; `detail` says why
  | 'notRead'; // what may change something, or goes to another host, is not sent to another environment

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
  /** What the response has, as it would be written in a check; `undefined` as a word when there is nothing. Of snapshots the whole texts. */
  actual: string | undefined;
  /** Of `?? documented`. */
  differences: readonly Difference[];
  /** What its environment is called among the snapshots of the document. */
  environment?: string | undefined;
}

/** Whether what is expected and what there is are whole responses: to be compared side by side, not told in a line. */
export function comparesResponses({ failure }: Verdict): boolean {
  return failure === 'noSnapshot' || failure === 'otherSnapshot' || failure === 'otherThere';
}

/** What the checks of a request say; without any, what its status says. */
export function isGood({ report }: RunResult, verdicts: readonly Verdict[]): boolean {
  return verdicts.length > 0 ? verdicts.every(({ passed }) => passed) : report.ok;
}

export function countOf(verdicts: readonly Verdict[]): { passed: number; all: number } {
  return { passed: verdicts.filter(({ passed }) => passed).length, all: verdicts.length };
}
