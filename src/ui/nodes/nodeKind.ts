import type * as vscode from 'vscode';
import type { CallContext } from '../../api/http/apiRequest';
import type { Secret } from '../../api/secret';
import type { Page } from '../../api/webApi/page';
import type { WebApiTarget } from '../../api/webApi/webApi';
import type { Application } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import type { StoredUserSession } from '../../auth/userSession';
import type { DataService } from '../../api/openApi/dataService';
import type { NodeBase } from './nodeBase';

/**
 * Describes one kind of row. Absent members do not apply: a kind without `sections` is not a list, and a kind without
 * `document` does not open as JSON.
 */
export interface NodeKind<N extends NodeBase> {
  /** Returns the name; `undefined` for a row without one. */
  name?: (node: N) => string | undefined;
  /** Returns the name, else kind and ID; empty for rows with neither. */
  label: (node: N) => string;
  /** Returns the service's ID. */
  id?: (node: N) => string | undefined;
  /** Returns further words that a filter matches, in addition to label and ID. */
  words?: (node: N) => string;
  /** Returns the look of the row. Called for every drawn row, so it must not send requests. */
  row: (node: N, state: RowState) => NodeRow | Promise<NodeRow>;
  /** The fixed rows of this kind below every row of the kind `below`. They need no request. */
  fixed?: { below: string; rows: (parent: never, source: never) => readonly N[] };
  /** Returns the lists below the row, in display order. */
  sections?: (node: N, filter: string | undefined) => ServiceList[];
  /** Returns the item as the service sent it, for tooltip and export; personal data is masked. */
  raw?: (node: N) => Record<string, unknown>;
  /** Returns the request that reads the item. */
  request?: (node: N) => NodeRequest;
  /**
   * Returns the documented operations that read the item and its children, as templates for new requests.
   * @param userId the ID of the signed-in user; `undefined` if it is not known
   */
  operations?: (node: N, userId: string | undefined) => OperationTemplate[];
  document?: NodeDocument<N>;
  favourite?: FavouriteKind<N>;
  /** Present if “Go to…” finds the row. */
  search?: {
    name: () => string;
    icon: string;
    /** Returns a key that all rows of one item share; absent: the row's ID. */
    of?: (node: N) => string;
    /** True if the rows are too many to be listed before the user types. */
    onlyTyped?: true;
  };
  /** The parameter of documented operations that takes the ID of the row, for completion. */
  idParameter?: string;
}

/** Checks the type of a kind and keeps its exact type. */
export function nodeKind<N extends NodeBase>() {
  return <K extends NodeKind<N>>(kind: K): K & { readonly rowType?: N } => kind;
}

/** The look of a row. `treeItem` makes foreign text in it harmless. */
export interface NodeRow {
  /** Absent: the kind's label. */
  label?: string;
  children: 'none' | 'collapsed' | 'expanded';
  /** The `viewItem` in the `when` clauses of menus. */
  contextValue: string;
  /** The name of a product icon. */
  icon: string;
  /** Theme colour of the icon. */
  colour?: string;
  description?: string | undefined;
  /** Absent: built from `raw` on hover. */
  tooltip?: string | undefined;
  command?: vscode.Command;
  /** The text for screen readers; absent: label and description. */
  spoken?: string;
  /** The URI that the colour and badge of the row depend on, for environments and cloud functions. */
  resourceUri?: vscode.Uri;
}

/** State that is not part of the row's data. Each member is a function, so a row computes only what it shows. */
export interface RowState {
  selection: () => Selection | undefined;
  isUnlocked: (target: Selection) => boolean;
  /** True if the guard of this environment can be unlocked for some minutes. */
  canUnlock: (target: Selection) => boolean;
  isFavourite: (node: NodeBase) => boolean;
  list: (node: NodeBase) => ListState;
  user: (target: Selection) => Promise<SignedInUser | undefined>;
  /** True if a token set exists and the service has not refused its credentials. */
  isAuthorized: (target: Selection) => Promise<boolean>;
  /** Returns the message of an error and a short label. */
  errorWords: (error: unknown) => { sentence: string; label: string };
}

interface SignedInUser {
  name: string;
  /** The name, marked as that of a user, for screen readers. */
  text: string;
  /** The remaining time of the session, in words; `undefined` if unknown. */
  timeLeft?: string | undefined;
}

/** The state of the lists below a row. */
export interface ListState {
  filter: string | undefined;
  /** The number of items, or of items that match the filter; `undefined` if unknown. */
  count: number | undefined;
  /** Unix milliseconds of the list that was read first; `undefined` until all lists were read. */
  readAt: number | undefined;
  /** True if reading or refreshing one of the lists failed. */
  failed: boolean;
}

/** One list of the service below a row. */
export interface ServiceList {
  /** Distinguishes the lists of one row. */
  name: string;
  read: (page: { limit: number; offset: number }, service: Service) => Promise<Page<NodeBase>>;
  /** True if the service applies the filter; other lists are read completely and filtered locally. */
  searched?: true;
  /** Adds items from the settings to those that the service listed. */
  merge?: (listed: readonly NodeBase[], application: Application) => readonly NodeBase[];
  /** The maximum number of items per request; absent: the default of the tree. */
  pageSize?: number;
  /** True if the service may lack or refuse this list. A refusal is then not shown beside other rows. */
  optional?: true;
}

/** The service, bound to the application and environment of a row. */
interface Service {
  target: WebApiTarget;
  context: CallContext;
  /** Calls on behalf of the signed-in user. @throws AuthError if nobody is signed in */
  asUser: <T>(call: (token: Secret) => Promise<T>) => Promise<T>;
  /** The Open API with the application's access token. @throws AuthError if there are no credentials */
  data: DataService;
}

interface NodeRequest {
  path: string;
  query?: Record<string, string>;
  /** Sent on behalf of the signed-in user. */
  asUser?: true;
  /** A request of the Open API, sent with the application’s access token. */
  asApplication?: true;
}

/** An operation of the catalogue with known values for its path and query. */
interface OperationTemplate {
  id: string;
  values?: Record<string, string>;
}

/**
 * How a row opens as a read-only JSON document. The address of the document contains `id`, so the item can be read
 * again.
 */
export interface NodeDocument<N extends NodeBase> {
  id: (node: N) => string;
  /** Returns the title of the tab; absent: the label. */
  title?: (node: N) => string;
  read: (id: string, service: DocumentService, options: { revealed: boolean }) => Promise<DocumentContent>;
}

export interface DocumentService extends Service {
  session: () => Promise<StoredUserSession | undefined>;
}

interface DocumentContent {
  shown: unknown;
  /** The unmasked response. It is compared with the documented shape at `path`. */
  received?: unknown;
  path?: string;
  /** The field of `shown` that holds the response; absent: all of `shown`. */
  at?: string;
}

/** Describes how a row becomes a favourite. A favourite stores the ID and name of the row and is restored from them. */
export interface FavouriteKind<N extends NodeBase> {
  icon: string;
  /** Returns the tooltip of the favourite, with details that do not fit into the row. */
  tooltip?: (node: N) => string;
  /** Returns the row restored from its stored ID and name; `undefined` for an invalid ID. */
  restore: (parent: never, kept: { id: string; name: string | undefined }) => N | undefined;
}
