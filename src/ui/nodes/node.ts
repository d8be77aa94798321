import type { FavouriteSource } from './favourites';
import { kinds } from './kinds';
import type { NodeBase } from './nodeBase';
import type { FavouriteKind, NodeDocument, NodeKind } from './nodeKind';
import type { SandboxRequestSource } from './sandboxRequests';

type Kinds = typeof kinds;
type KindsWith<P extends string> = { [K in keyof Kinds]: P extends keyof Kinds[K] ? K : never }[keyof Kinds];

/** A row of the tree. */
export type TreeNode = { [K in keyof Kinds]: NonNullable<Kinds[K]['rowType']> }[keyof Kinds];
/** A row whose children come from the service. */
export type ListNode = Extract<TreeNode, { kind: KindsWith<'sections'> }>;
/** A row that opens as a document. */
export type DocumentNode = Extract<TreeNode, { kind: KindsWith<'document'> }>;
/** A row that can be a favourite. */
export type FavouriteTarget = Extract<TreeNode, { kind: KindsWith<'favourite'> }>;

/** The sources of fixed rows, which need no request. */
export type RowSource = FavouriteSource & SandboxRequestSource;

interface AnyKind extends Omit<NodeKind<NodeBase>, 'fixed'> {
  fixed?: { below: string; rows: (parent: NodeBase, source: RowSource) => readonly NodeBase[] };
}

// Type check: each kind is stored under its own name, and its fixed rows need only `RowSource`.
const checked: {
  [K in keyof Kinds]: NodeKind<Extract<TreeNode, { kind: K }>> & {
    fixed?: { rows: (parent: never, source: RowSource) => unknown };
  };
} = kinds;
// Safe: a kind is only called with its own rows, selected by `node.kind`.
const table = checked as unknown as Record<TreeNode['kind'], AnyKind>;

/** Returns the kind of a row. */
export function kindOf(node: NodeBase): AnyKind {
  return table[node.kind as TreeNode['kind']];
}

/** Returns how favourites of a kind are restored; `undefined` for an unknown kind or one without favourites. */
export function favouriteKind(kind: string): FavouriteKind<NodeBase> | undefined {
  return Object.hasOwn(table, kind) ? table[kind as TreeNode['kind']].favourite : undefined;
}

/** The kinds that open as documents. */
export const documentKinds = (Object.keys(kinds) as TreeNode['kind'][]).filter(isDocumentKind);

export function documentOf(kind: DocumentNode['kind']): NodeDocument<NodeBase> {
  const { document } = table[kind];
  if (document === undefined) throw new Error('This kind has no document');
  return document;
}

function isDocumentKind(kind: TreeNode['kind']): kind is DocumentNode['kind'] {
  return table[kind].document !== undefined;
}

/** True if the argument of a command is a row of the tree. */
export function isNode(argument: unknown): argument is TreeNode {
  if (typeof argument !== 'object' || argument === null || !('application' in argument)) return false;
  return 'kind' in argument && typeof argument.kind === 'string' && Object.hasOwn(table, argument.kind);
}

export function isList(node: NodeBase): node is ListNode {
  return kindOf(node).sections !== undefined;
}

export function isDocument(node: NodeBase): node is DocumentNode {
  return kindOf(node).document !== undefined;
}

export function isFavouriteTarget(node: NodeBase): node is FavouriteTarget {
  return kindOf(node).favourite !== undefined;
}

/** Returns the fixed rows below a node, which need no request. */
export function fixedRows(node: TreeNode, source: RowSource): TreeNode[] {
  const rows = Object.values(table).flatMap(({ fixed }) =>
    fixed?.below === node.kind ? fixed.rows(node, source) : [],
  );
  return rows as TreeNode[];
}
