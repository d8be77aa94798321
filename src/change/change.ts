import type { DataService, WriteRequest } from '../api/openApi/dataService';

/** How a write is protected against concurrent writes. */
type Check =
  /** The service checks a condition during the write, or nothing exists yet that could be overwritten. */
  | 'conditional'
  /** The executor reads right before it writes. A change by somebody else in between is overwritten unnoticed. */
  | 'readBefore';

/**
 * The current state, compared with a change. `expected`: nothing of it is written yet. `done`: all of it is written.
 * `part`: some values are as sent and the rest as before, so the service refused the rest. `changed`: somebody else
 * wrote.
 */
export type ChangeState = 'expected' | 'done' | 'part' | 'changed';

/** The outcome of a write according to its response. */
export type Answer<S> =
  /** The write was carried out. `state`: the result, if the response contains it. */
  | { status: 'written'; state?: S | undefined }
  /** The service found the object but refused the write. `message`: the message of the service. */
  | { status: 'refused'; message: string }
  /** The service found no object that meets the condition. */
  | { status: 'notFound' }
  /** The response does not say whether the write was carried out. */
  | { status: 'unclear' };

/** The state that reverting a change restores, or the reason why it cannot be reverted. */
type Undo<S> = { restores: S | undefined } | { reason: string };

/**
 * One write of one object.
 * @typeParam S the state of the object; `undefined` if it does not exist
 * @typeParam D a difference between what was sent and what the service stored
 */
export interface Change<S, D> {
  /** The kind of the written object: `record`, `table`, `index`, `function`. */
  kind: string;
  /** Identifies the object within its kind: its ID or name, or its place in the document if it has no ID yet. */
  key: string;
  /** The name of the object. It is foreign text. */
  title: string;
  before: S | undefined;
  after: S | undefined;
  /** Exactly what is sent, without the access token. */
  request: WriteRequest;
  check: Check;
  /** Sent once, without the condition, if the service does not find the object although it is unchanged. */
  unconditionalRequest?: WriteRequest;
  /** Reads the current state. Absent for a creation if the address of the new object is not known. */
  read?: (service: DataService) => Promise<S | undefined>;
  /** Finds objects that may be the result of a creation with a lost response. */
  findSimilar?: (service: DataService) => Promise<readonly S[]>;
  /**
   * Finds objects that an earlier attempt with a lost response may have created. If there are any, the change is not
   * sent, and its outcome is `unknown`.
   */
  findEarlier?: (service: DataService) => Promise<readonly S[]>;
  /** Compares the current state with this change. */
  stateOf: (now: S | undefined) => ChangeState;
  /** Reads the response to `request` or `unconditionalRequest`. */
  answer: (text: string, request: WriteRequest) => Answer<S>;
  /** Returns the values that the service did not store as sent. */
  differences: (stored: S, response: S | undefined) => readonly D[];
  /** Reads the states of several written changes in one request. Absent: `read` reads the state of each change. */
  readBack?: ReadBack<S, D>;
  /** Changes that must be written before this change is sent. */
  needs?: readonly Change<S, D>[];
  /** Completes the request with the results of `needs`, such as the ID of a new table. */
  bind?: (needed: readonly S[]) => Change<S, D>;
  /** True if the change deletes values of many records. Its risk is then `changesAll`. */
  destroysRecords?: boolean;
  /** True if the change contains code that the service runs. Its risk is then `runsCode`. */
  deploysCode?: boolean;
  undo: Undo<S>;
}

/** A change that the service reported as carried out, without proof of what it stored. */
export interface WrittenChange<S, D> {
  change: Change<S, D>;
  /** The state in the response; `undefined` if the response does not contain it. */
  response: S | undefined;
}

/** Reads the states of several changes. Changes with the same `ReadBack` object are read together. */
export interface ReadBack<S, D> {
  /** The maximum number of changes in one request. */
  atOnce: number;
  /** Resolves to one state for each change, in order. */
  read: (service: DataService, written: readonly WrittenChange<S, D>[]) => Promise<readonly (S | undefined)[]>;
}

/** The result of one change. With every status except `saved`, the change stays unsaved. */
export type WriteOutcome<S, D> =
  | ({ status: 'saved'; state: S | undefined } & Protection)
  /** The service did not store every value as sent. */
  | ({ status: 'partly'; state: S; differences: readonly D[] } & Protection)
  /** Somebody else changed the object first. `server`: the current state. */
  | { status: 'conflict'; server: S | undefined }
  /**
   * The service refused the change, or it could not be sent. Nothing was written. `error`: an Error, or the service's
   * message.
   */
  | { status: 'refused'; error: unknown }
  /**
   * The change was sent, now or by an earlier attempt, but neither the response nor the current state shows whether it
   * was carried out.
   */
  | { status: 'unknown'; error: unknown; server: S | undefined; similar: readonly S[] }
  /** Not sent, because the run was cancelled, an earlier failure ended it, or a change in `needs` was not written. */
  | { status: 'notSent' };

export interface Protection {
  /** True if the service checked a condition during the write, or nothing could be overwritten. */
  conditional: boolean;
  /**
   * Milliseconds between the read and the response. A change by somebody else in this time was overwritten unnoticed.
   */
  gap?: number;
}

export interface ChangeOutcome<S, D> {
  change: Change<S, D>;
  outcome: WriteOutcome<S, D>;
}
