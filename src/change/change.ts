import type { DataService, WriteRequest } from '../api/openApi/dataService';

/** How a write is protected against what others write at the same time. */
export type Check =
  /** The service compares while it writes, or there is nothing yet that could be overwritten. */
  | 'conditional'
  /** The executor reads right before it writes. A change that others make in between is overwritten unseen. */
  | 'readBefore';

/**
 * The current state, compared with a change. `part`: some of it is as sent and the rest as before, so the service refused
 * that rest. `changed`: somebody else wrote.
 */
export type ChangeState = 'expected' | 'done' | 'part' | 'changed';

/** What a response says about a write. */
export type Answer<S> =
  /** It was carried out. `state`: the result, where the response shows it. */
  | { status: 'written'; state?: S | undefined }
  /** The service found what to write, and refused. `message`: its words. */
  | { status: 'refused'; message: string }
  /** The service found nothing that meets the condition. */
  | { status: 'notFound' }
  /** The response does not say whether it was carried out. */
  | { status: 'unclear' };

/** What reverting a change restores; or why nothing can be restored. */
type Undo<S> = { restores: S | undefined } | { reason: string };

/**
 * One write of one thing.
 * @typeParam S the state of the thing; `undefined` where it does not exist
 * @typeParam D a difference between what was sent and what the service stored
 */
export interface Change<S, D> {
  /** The kind of the written object: `record`, `table`, `index`. */
  kind: string;
  /** Identifies the thing among those of its kind: its ID, or its place in the document if it has none yet. */
  key: string;
  /** The name of the thing. It is foreign text. */
  title: string;
  before: S | undefined;
  after: S | undefined;
  /** Exactly what is sent, without the access token. */
  request: WriteRequest;
  check: Check;
  /** Sent once instead if the service does not find its own unchanged thing by the condition. */
  unconditionalRequest?: WriteRequest;
  /** Reads the current state. Absent for a creation whose result has no known address. */
  read?: (service: DataService) => Promise<S | undefined>;
  /** Finds what may be the result of a creation whose response was lost. */
  findAlike?: (service: DataService) => Promise<readonly S[]>;
  /** Says whether the change is done, still possible, or overtaken. */
  stateOf: (now: S | undefined) => ChangeState;
  /** Reads the response to `request` or `unconditionalRequest`. */
  answer: (text: string, request: WriteRequest) => Answer<S>;
  /** The values that the service did not store as sent. */
  differences: (stored: S, response: S | undefined) => readonly D[];
  /** Reads the states of several written changes in one request. Absent: each is read by itself. */
  readBack?: ReadBack<S, D>;
  /** This change is sent only after these were saved. */
  needs?: readonly Change<S, D>[];
  /** Completes the request with the results of `needs`, such as the ID of a new table. */
  bind?: (needed: readonly S[]) => Change<S, D>;
  /** It deletes values of many records, so the guard asks as for a request that changes all records. */
  destroysRecords?: boolean;
  /** It is code that the service runs, so the guard asks as for a request that runs code. */
  deploysCode?: boolean;
  undo: Undo<S>;
}

/** A change that the service reports as carried out, without proof of what it stored. */
export interface WrittenChange<S, D> {
  change: Change<S, D>;
  /** What the response showed. */
  response: S | undefined;
}

/** Changes with the same `ReadBack` are read together. */
export interface ReadBack<S, D> {
  /** Changes in one request at most. */
  atOnce: number;
  /** Resolves to one state for each change, in order. */
  read: (service: DataService, written: readonly WrittenChange<S, D>[]) => Promise<readonly (S | undefined)[]>;
}

/** The result of one change. Only `saved` is saved; everything else stays unsaved. */
export type Outcome<S, D> =
  | ({ status: 'saved'; state: S | undefined } & Protection)
  /** The service wrote it, but not all of it. */
  | ({ status: 'partly'; state: S; differences: readonly D[] } & Protection)
  /** Somebody else was faster. `server`: the current state. */
  | { status: 'conflict'; server: S | undefined }
  /** The service refused it, or it could not be sent; nothing was written. `error`: an ApiError, or the service's words. */
  | { status: 'refused'; error: unknown }
  /** It was sent without a response, and reading the data afterwards does not show whether it was carried out. */
  | { status: 'unknown'; error: unknown; server: S | undefined; alike: readonly S[] }
  /** Cancelled before, or left out because the service cannot be reached, lets nobody in, or a needed change failed. */
  | { status: 'notSent' };

export interface Protection {
  /** The service compared while it wrote. */
  conditional: boolean;
  /** Milliseconds between reading and the response, in which a change of somebody else was overwritten unseen. */
  gap?: number;
}

export interface ChangeOutcome<S, D> {
  change: Change<S, D>;
  outcome: Outcome<S, D>;
}
