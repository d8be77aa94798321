import type { RequestDocument, RequestNode } from '../document/syntax';
import type { ExecutedRequest } from '../sending/executeRequest';
import type { NamedResponse } from '../document/responseReference';
import type { CheckServices } from './checkResponse';
import type { RequestResult } from './result';
import type { SnapshotStore } from './snapshotStore';

/** A document in a run. */
export interface CheckFile {
  /** The path of the document: unique in a run, and its name in reports. */
  name: string;
  document: RequestDocument;
}

/** The services that a run needs from its host. */
export interface RunHost {
  /**
   * Sends a request and adds its response to the responses of its file. Never rejects.
   * @param run `signal` aborts it; `responsesOf` returns those of the file's named requests in this run, by the key of an
   * application and environment; `mayRenew`: a refused access token may be renewed
   */
  execute(
    file: CheckFile,
    request: RequestNode,
    run: { responsesOf: (target: string) => Map<string, NamedResponse>; signal: AbortSignal; mayRenew: boolean },
  ): Promise<ExecutedRequest>;
  /** Evaluates checks, for example in a worker thread if the body is large. Default: in this thread. */
  evaluate?: CheckServices['evaluate'];
  /** The snapshots of a file; absent where they cannot be stored. */
  snapshots?(file: CheckFile): SnapshotStore | undefined;
  /** Returns the code and message of an error, without credentials. */
  describe(error: unknown): { code: string; text: string };
  /** Resolves after these milliseconds, or when the signal is aborted. */
  wait(milliseconds: number, signal: AbortSignal): Promise<void>;
}

export interface CheckRunOptions {
  /** The number of files that run in parallel; the requests of a file run in sequence. Default: 1. */
  jobs?: number;
  /** Stops the run at the first request that fails. */
  bail?: boolean;
  /** Cancels the run: aborts running requests, but still runs the teardown. */
  signal: AbortSignal;
  /** Selects requests; their dependencies run as well. Default: all. */
  isChosen?: (file: CheckFile, request: RequestNode) => boolean;
  onStart?: (file: CheckFile, request: RequestNode) => void;
  onResult?: (result: RequestResult, file: CheckFile, request: RequestNode) => void;
}
