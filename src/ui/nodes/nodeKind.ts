import type * as vscode from 'vscode';
import type { CallContext } from '../../api/http/apiRequest';
import type { Secret } from '../../api/secret';
import type { Page } from '../../api/webApi/page';
import type { WebApiTarget } from '../../api/webApi/webApi';
import type { Application } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import type { KeptUserSession } from '../../auth/userSession';
import type { DataService } from '../../data/service';
import type { NodeBase } from './nodeBase';

/**
 * One kind of row: everything the product knows of it. What is absent does not apply: a kind without `sections` is no list,
 * one without `document` does not open as JSON.
 */
export interface NodeKind<N extends NodeBase> {
  /** Its own name; `undefined` for one that was given none. */
  name?: (node: N) => string | undefined;
  /** Its name, else its kind and ID; empty for rows that have neither. */
  label: (node: N) => string;
  /** The ID by which the service knows it. */
  id?: (node: N) => string | undefined;
  /** What its row shows beside label and ID and a filter finds as well. */
  words?: (node: N) => string;
  /** VS Code asks for every row it draws, so this takes nothing but what is at hand. */
  row: (node: N, state: RowState) => Row | Promise<Row>;
  /** Rows that are there without asking the service, below every row of another kind. */
  fixed?: { below: string; rows: (parent: never, source: never) => readonly N[] };
  /** The lists of the service below it, in the order in which they are shown. */
  sections?: (node: N, filter: string | undefined) => Section[];
  /** The item of a list as the service sent it, for the tooltip and for exports; personal data is masked. */
  raw?: (node: N) => Record<string, unknown>;
  /** The request that reads it. */
  request?: (node: N) => NodeRequest;
  /**
   * The documented operations that read it and what is below it, as templates of new requests.
   * @param userId of the user who is signed in
   */
  operations?: (node: N, userId: string | undefined) => OperationTemplate[];
  document?: NodeDocument<N>;
  favourite?: FavouriteKind<N>;
  /** “Go to…” finds it. */
  search?: {
    name: () => string;
    icon: string;
    /** The same for all rows of one item; absent: the row’s ID. */
    of?: (node: N) => string;
    /** There are too many of them to be listed before something is typed. */
    onlyTyped?: true;
  };
  /** The parameter of documented operations that takes its ID, for completions. */
  idParameter?: string;
}

/** Checks a kind, and keeps in its type which rows it is of and what they have. */
export function nodeKind<N extends NodeBase>() {
  return <K extends NodeKind<N>>(kind: K): K & { readonly rowType?: N } => kind;
}

/** How a row looks. Foreign text is made harmless where the row becomes a `TreeItem`. */
export interface Row {
  /** Absent: the label of the kind. */
  label?: string;
  children: 'none' | 'collapsed' | 'expanded';
  /** `viewItem` in the menus of the manifest. */
  contextValue: string;
  /** The name of a product icon. */
  icon: string;
  /** Theme colour of the icon. */
  colour?: string;
  description?: string | undefined;
  /** Absent: made of `raw` when the row is hovered. */
  tooltip?: string | undefined;
  command?: vscode.Command;
  /** What a screen reader says; absent: label and description. */
  spoken?: string;
  /** For the colour and badge of environments. */
  resourceUri?: vscode.Uri;
}

/** What a row shows beside its own data. Functions, so that each row pays only for what it shows. */
export interface RowState {
  selection: () => Selection | undefined;
  isUnlocked: (target: Selection) => boolean;
  /** A question of the guard can be turned off for some minutes. */
  canUnlock: (target: Selection) => boolean;
  isFavourite: (node: NodeBase) => boolean;
  list: (node: NodeBase) => ListState;
  user: (target: Selection) => Promise<SignedInUser | undefined>;
  /** There is a token set, and the service has not refused the credentials it came from. */
  isAuthorized: (target: Selection) => Promise<boolean>;
  /** The sentence for an error, and a few words for where it has no room. */
  errorWords: (error: unknown) => { sentence: string; label: string };
}

interface SignedInUser {
  name: string;
  /** How long the session lasts, in words; `undefined` where that is not known. */
  timeLeft?: string | undefined;
}

/** What is known of the lists below a row. */
export interface ListState {
  filter: string | undefined;
  /** How many items there are, or how many the filter leaves; `undefined` where that is not known. */
  count: number | undefined;
  /** Unix milliseconds of the oldest list; `undefined` until each of them was read. */
  readAt: number | undefined;
  /** One of them could not be read, or not be read anew. */
  failed: boolean;
}

/** One list of the service below a row. */
export interface Section {
  /** Tells the lists of one row apart. */
  name: string;
  read: (page: { limit: number; offset: number }, service: Service) => Promise<Page<NodeBase>>;
  /** The service applies the filter; the other lists are read completely and filtered here. */
  searched?: true;
  /** Adds what the settings know of the application to what the service listed. */
  merge?: (listed: readonly NodeBase[], application: Application) => readonly NodeBase[];
  /** Not every service has this list: that it is refused is not said beside rows that are there otherwise. */
  optional?: true;
}

/** The service as a row asks it: for the application and environment of the row. */
interface Service {
  target: WebApiTarget;
  context: CallContext;
  /** On behalf of the signed-in user. @throws AuthError when nobody is signed in */
  asUser: <T>(call: (token: Secret) => Promise<T>) => Promise<T>;
  /** The Open API, with the application’s access token. @throws AuthError when there are no credentials */
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

/** An operation of the catalogue, and the values of its path and query that are known. */
interface OperationTemplate {
  id: string;
  values?: Record<string, string>;
}

/** A row that opens as a read-only JSON document. The document’s address holds `id`, and is read again by it. */
export interface NodeDocument<N extends NodeBase> {
  id: (node: N) => string;
  /** For the tab; absent: the label. */
  title?: (node: N) => string;
  read: (id: string, service: DocumentService, options: { revealed: boolean }) => Promise<DocumentContent>;
}

export interface DocumentService extends Service {
  session: () => Promise<KeptUserSession | undefined>;
}

interface DocumentContent {
  shown: unknown;
  /** As the service sent it, for the comparison with what is documented at `path`. */
  received?: unknown;
  path?: string;
  /** The field of `shown` in which it stands; absent: it is all of it. */
  at?: string;
}

/** A row that can be a favourite. It is kept by its ID and its name, and made again from them. */
export interface FavouriteKind<N extends NodeBase> {
  icon: string;
  /** What its row has no room for; absent: nothing more. */
  tooltip?: (node: N) => string;
  /** `undefined` when nothing can be made of the ID. */
  restore: (parent: never, kept: { id: string; name: string | undefined }) => N | undefined;
}
