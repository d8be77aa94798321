import * as v from 'valibot';
import type { ShownCell } from '../../../records/document/cells';
import type { gridWords } from './gridWords';

// Messages between the page of the grid and the extension. A message never names a document: each page belongs to one
// document. All messages of the page are validated here.

/** The column layout of a table. It may contain names of removed columns. */
const layoutShape = v.strictObject({
  order: v.pipe(v.array(v.string()), v.maxLength(5000)),
  hidden: v.pipe(v.array(v.string()), v.maxLength(5000)),
  pinned: v.pipe(v.array(v.string()), v.maxLength(5000)),
  /** Pairs of a column name and a width in pixels. */
  widths: v.pipe(
    v.array(v.tuple([v.string(), v.pipe(v.number(), v.minValue(20), v.maxValue(2000))])),
    v.maxLength(5000),
  ),
});
export type Layout = v.InferOutput<typeof layoutShape>;

const version = v.pipe(v.number(), v.integer(), v.minValue(0));
const names = v.pipe(v.array(v.string()), v.maxLength(5000));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
const keys = v.pipe(v.array(v.string()), v.maxLength(100_000));
/** The cells that a message refers to, and the values that the user saw in them. */
const targetShape = v.strictObject({
  /** The version of the last drawn `page` or `rows` message. */
  version,
  /** The keys of the rows. */
  rows: v.pipe(keys, v.minLength(1)),
  columns: v.pipe(names, v.minLength(1)),
  /** The digest of the displayed values in these rows and columns. */
  seen: v.string(),
});
export type CellTarget = v.InferOutput<typeof targetShape>;
const target = { target: targetShape };
const searched = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The value that was edited in a dialog, as its text: the cell may show only the beginning. */
const before = v.optional(v.string());

const fromPage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('write'), ...target, text: v.string(), before }),
  v.strictObject({ type: v.literal('set'), ...target, value: v.picklist(['null', 'missing', 'empty']) }),
  /** `isExact` copies texts without protection against evaluation as a formula in a spreadsheet. */
  v.strictObject({ type: v.literal('copy'), ...target, cut: v.boolean(), isExact: v.boolean() }),
  /** The target contains all columns, and every row that the pasted lines can reach; none if there are no records. */
  v.strictObject({
    type: v.literal('paste'),
    target: v.strictObject({ ...targetShape.entries, rows: keys }),
    text: v.string(),
    /** The visible columns, starting with the first selected column. */
    onward: v.pipe(names, v.minLength(1)),
    /** The number of selected rows and columns. The selection starts at the first row of the target. */
    selected: v.strictObject({ rows: count, columns: count }),
  }),
  v.strictObject({ type: v.literal('fillDown'), ...target }),
  /** Inserts after the row with this key, or at the top if it is null. */
  v.strictObject({ type: v.literal('add'), version, behind: v.nullable(v.string()) }),
  v.strictObject({ type: v.literal('duplicate'), ...target }),
  v.strictObject({ type: v.literal('delete'), ...target }),
  /** Edits a value for which the cell has no input. */
  v.strictObject({ type: v.literal('editElsewhere'), ...target }),
  v.strictObject({ type: v.literal('openText'), ...target }),
  v.strictObject({
    type: v.literal('sort'),
    column: v.string(),
    direction: v.optional(v.picklist(['ascending', 'descending'])),
    /** True to keep the other sort columns. */
    isAdded: v.optional(v.boolean()),
  }),
  v.strictObject({ type: v.literal('filter'), ...target, operator: v.picklist(['$eq', '$ne']) }),
  v.strictObject({ type: v.literal('unfilter'), column: v.string() }),
  v.strictObject({ type: v.literal('layout'), layout: layoutShape }),
  v.strictObject({ type: v.literal('chooseColumns') }),
  v.strictObject({ type: v.literal('reopenAsText') }),
  v.strictObject({ type: v.literal('refresh') }),
  v.strictObject({ type: v.literal('save') }),
  /** Asks the user, then discards unsaved changes and rereads the records. */
  v.strictObject({ type: v.literal('discard') }),
  /** A value as JSON, from the editor that `value` opened. */
  v.strictObject({ type: v.literal('writeJson'), ...target, text: v.string(), before }),
  /** Resets cells to the values that were read. */
  v.strictObject({ type: v.literal('revert'), ...target }),
  /** Restores deleted records. */
  v.strictObject({
    type: v.literal('restore'),
    ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100_000)),
  }),
  v.strictObject({ type: v.literal('goToRecord'), ...target }),
  /** Searches for a text in cells whose values are cut on the screen. */
  v.strictObject({ type: v.literal('find'), text: searched }),
  v.strictObject({ type: v.literal('findInTable'), text: searched }),
  /** Requests the names of the records that pointers of these rows lead to. */
  v.strictObject({ type: v.literal('names'), from: index, to: index }),
]);
export type FromPage = v.InferOutput<typeof fromPage>;

/** The message of the page with the given `type`. */
export type PageMessage<Type extends FromPage['type']> = Extract<FromPage, { type: Type }>;

/** Validates a message of the page. Returns `undefined` for an invalid message. */
export function readFromPage(value: unknown): FromPage | undefined {
  const parsed = v.safeParse(fromPage, value);
  return parsed.success ? parsed.output : undefined;
}

export function readLayout(value: unknown): Layout {
  const parsed = v.safeParse(layoutShape, value);
  return parsed.success ? parsed.output : { order: [], hidden: [], pinned: [], widths: [] };
}

/** The kind of input for a column: `elsewhere` opens outside the cell, `none` is read-only. */
export type Input = 'text' | 'number' | 'choice' | 'date' | 'elsewhere' | 'none';

export interface ShownColumn {
  name: string;
  type: string | undefined;
  /** The ID of the table that a pointer leads to. */
  target: string | undefined;
  /** The visible text with the column's type and description. */
  about: string;
  input: Input;
  choices: readonly string[];
  sorted: 'ascending' | 'descending' | undefined;
  /** The position among the sort columns, starting at 1; absent unless there are several. */
  sortPosition?: number | undefined;
  isFiltered: boolean;
  /** True if the table has the column, so that the service can sort by it. */
  isServed: boolean;
  /** True if the service can compare the values of the column in a condition. */
  isComparable: boolean;
}

/** A record that the user deleted from the text, before the deletion is saved. */
export interface DeletedRow {
  /** The index of the row in the text that followed the deleted record. */
  before: number;
  id: string;
  cells: readonly ShownCell[];
}

/** The differences between the text and the records that were read. */
export interface Marks {
  /** The total of changed cells, new records and deleted records. */
  count: number;
  added: readonly number[];
  changed: readonly (readonly [row: number, columns: readonly string[]])[];
  /** Sorted by `before`. */
  deleted: readonly DeletedRow[];
  /** Values that the service did not accept, with the reason. Without a column, the whole record was refused. */
  refused: readonly (readonly [row: number, column: string | undefined, text: string])[];
}

export type ToPage =
  /** The whole content. */
  | {
      type: 'page';
      version: number;
      columns: readonly ShownColumn[];
      /** One per row; the page identifies rows by them. */
      keys: readonly string[];
      rows: readonly (readonly ShownCell[])[];
      layout: Layout;
      marks: Marks;
      /** The visible text that describes the sort order. */
      about: string;
      /** Why nothing can be changed; `undefined` if editing is allowed. */
      readOnly: string | undefined;
    }
  /** The changed rows. The keys of all rows are unchanged. */
  | { type: 'rows'; version: number; rows: readonly (readonly [row: number, cells: readonly ShownCell[]])[] }
  | { type: 'marks'; marks: Marks }
  /** All problems. Without a column, a problem concerns the whole record. */
  | { type: 'problems'; problems: readonly (readonly [row: number, column: string | undefined, text: string])[] }
  | { type: 'layout'; layout: Layout }
  /** Opens an editor for one value. `reason` says why a typed text could not be written; then `before` is the value. */
  | {
      type: 'value';
      target: CellTarget;
      columnType: string | undefined;
      form: 'json' | 'text';
      text: string;
      reason?: string;
      before?: string | undefined;
    }
  /** Names of records that pointers lead to; `null` if the record does not exist. */
  | { type: 'names'; names: readonly (readonly [table: string, id: string, name: string | null])[] }
  /** The document, or records that its pointers lead to, were read again: the page must request the names again. */
  | { type: 'namesOutdated' }
  /** Cells that contain the text of a `find`. */
  | { type: 'found'; text: string; cells: readonly (readonly [row: number, column: string])[] }
  | { type: 'status'; text: string }
  /** The document's text is not a list of records. `text` is the reason, with its position if there is one. */
  | { type: 'broken'; text: string; isUnsaved: boolean };

/** The page's texts in VS Code's language. The page fills in `{0}` and `{1}`. */
export type Words = Readonly<Record<keyof ReturnType<typeof gridWords>, string>>;
