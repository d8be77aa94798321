import type { RequestDocument, RequestNode } from '../document/syntax';
import type { ExecutedRequest } from '../sending/executeRequest';
import type { NamedResponse } from '../values/responseReference';
import type { CheckMeans } from './decide';
import type { RequestResult } from './result';
import type { Snapshots } from './snapshots';

/** A document whose requests are run. */
export interface CheckFile {
  /** What tells it from the others of a run, and names it in reports: its path. */
  name: string;
  document: RequestDocument;
}

/** What a run needs from outside. */
export interface RunHost {
  /**
   * Sends a request and adds its response to those of its file. Never rejects.
   * @param run `signal` ends it; `responses` are those of the file's named requests in this run; `environment` is that of a
   * comparison, whose variables count: the request names it as well; `mayRenew`: a refused access token may be renewed
   */
  execute(
    file: CheckFile,
    request: RequestNode,
    run: { responses: Map<string, NamedResponse>; signal: AbortSignal; environment?: string; mayRenew: boolean },
  ): Promise<ExecutedRequest>;
  /** Absent: here and now. A large body is worth a thread of its own. */
  evaluate?: CheckMeans['evaluate'];
  /** Those of a file; absent: there is no place for any. */
  snapshots?(file: CheckFile): Snapshots | undefined;
  /** Code and sentence of an error, without credentials. */
  describe(error: unknown): { code: string; text: string };
  /** Resolves after these milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface RunOptions {
  /** Files that are run at the same time; the requests of one follow each other. Absent: 1. */
  jobs?: number;
  /** Ends the run with the first request that fails. */
  bail?: boolean;
  /** Cancels: what is under way is aborted, and the teardown runs. */
  signal: AbortSignal;
  /** The requests that are wanted; what they need is run as well. Absent: all. */
  isChosen?: (file: CheckFile, request: RequestNode) => boolean;
  onStart?: (file: CheckFile, request: RequestNode) => void;
  onResult?: (result: RequestResult, file: CheckFile, request: RequestNode) => void;
}
