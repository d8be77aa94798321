import * as v from 'valibot';
import type { ShownCell } from '../../../records/cells/cells';
import type { gridWords } from './gridWords';

// Messages between the page of the grid and the extension. The page names no document, and whatever it sends is checked here.

/** How the columns of a table stand; names that no record has any more do no harm. */
const layoutShape = v.strictObject({
  order: v.pipe(v.array(v.string()), v.maxLength(5000)),
  hidden: v.pipe(v.array(v.string()), v.maxLength(5000)),
  pinned: v.pipe(v.array(v.string()), v.maxLength(5000)),
  /** Name, and pixels. */
  widths: v.pipe(
    v.array(v.tuple([v.string(), v.pipe(v.number(), v.minValue(20), v.maxValue(2000))])),
    v.maxLength(5000),
  ),
});
export type Layout = v.InferOutput<typeof layoutShape>;

const version = v.pipe(v.number(), v.integer(), v.minValue(0));
const names = v.pipe(v.array(v.string()), v.maxLength(5000));
const count = v.pipe(v.number(), v.integer(), v.minValue(1));
/** The cells that a message is about, and what the user saw in them. */
const targetShape = v.strictObject({
  /** Of the last `page` or `rows` message that the page has drawn. */
  version,
  /** The keys of the rows. */
  rows: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100_000)),
  columns: v.pipe(names, v.minLength(1)),
  /** The digest of what the page shows in these rows and columns. */
  seen: v.string(),
});
export type CellTarget = v.InferOutput<typeof targetShape>;
const target = { target: targetShape };
const searched = v.pipe(v.string(), v.minLength(1), v.maxLength(1000));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));

const fromPage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('write'), ...target, text: v.string() }),
  v.strictObject({ type: v.literal('set'), ...target, value: v.picklist(['null', 'missing', 'empty']) }),
  /** `isExact`: texts that a spreadsheet would calculate are copied as they are. */
  v.strictObject({ type: v.literal('copy'), ...target, cut: v.boolean(), isExact: v.boolean() }),
  /** The target has all columns, and every row that a table on the clipboard may reach. */
  v.strictObject({
    ...{ type: v.literal('paste'), ...target, text: v.string() },
    /** The columns on the screen, from the selected one on. */
    onward: v.pipe(names, v.minLength(1)),
    /** How many of the first rows and of these columns are selected. */
    selected: v.strictObject({ rows: count, columns: count }),
  }),
  v.strictObject({ type: v.literal('fillDown'), ...target }),
  /** Behind the row of this key, or before all. */
  v.strictObject({ type: v.literal('add'), version, behind: v.nullable(v.string()) }),
  v.strictObject({ type: v.literal('duplicate'), ...target }),
  v.strictObject({ type: v.literal('delete'), ...target }),
  /** Where the page itself has no input for the value. */
  v.strictObject({ type: v.literal('editElsewhere'), ...target }),
  v.strictObject({ type: v.literal('openText'), ...target }),
  v.strictObject({
    type: v.literal('sort'),
    column: v.string(),
    direction: v.optional(v.picklist(['ascending', 'descending'])),
    /** The other columns that the records are sorted by stay. */
    isAdded: v.optional(v.boolean()),
  }),
  v.strictObject({ type: v.literal('filter'), ...target, operator: v.picklist(['$eq', '$ne']) }),
  v.strictObject({ type: v.literal('unfilter'), column: v.string() }),
  v.strictObject({ type: v.literal('layout'), layout: layoutShape }),
  v.strictObject({ type: v.literal('chooseColumns') }),
  v.strictObject({ type: v.literal('reopenAsText') }),
  v.strictObject({ type: v.literal('save') }),
  /** Reads the records again after a question: unsaved changes are gone. */
  v.strictObject({ type: v.literal('discard') }),
  /** One value as JSON, from the editor that `value` opened. */
  v.strictObject({ type: v.literal('writeJson'), ...target, text: v.string() }),
  /** Gives cells the values again that were read. */
  v.strictObject({ type: v.literal('revert'), ...target }),
  /** Puts deleted records back. */
  v.strictObject({
    type: v.literal('restore'),
    ids: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(100_000)),
  }),
  v.strictObject({ type: v.literal('goToRecord'), ...target }),
  /** Asks for the cells with values that are cut on the screen and contain a text. */
  v.strictObject({ type: v.literal('find'), text: searched }),
  v.strictObject({ type: v.literal('findInTable'), text: searched }),
  /** Asks for the names of the records that the pointers of these rows lead to. */
  v.strictObject({ type: v.literal('names'), from: index, to: index }),
]);
export type FromPage = v.InferOutput<typeof fromPage>;

/** `undefined` for anything that the page does not say. */
export function readFromPage(value: unknown): FromPage | undefined {
  const parsed = v.safeParse(fromPage, value);
  return parsed.success ? parsed.output : undefined;
}

export function readLayout(value: unknown): Layout {
  const parsed = v.safeParse(layoutShape, value);
  return parsed.success ? parsed.output : { order: [], hidden: [], pinned: [], widths: [] };
}

/** Which input a column has: `elsewhere` is none of the page's own, `none` is read only. */
export type Input = 'text' | 'number' | 'choice' | 'date' | 'elsewhere' | 'none';

export interface ShownColumn {
  name: string;
  type: string | undefined;
  /** The ID of the table that a pointer leads to. */
  target: string | undefined;
  /** The type and description, in words. */
  about: string;
  input: Input;
  choices: readonly string[];
  sorted: 'ascending' | 'descending' | undefined;
  /** The place among several columns that the records are sorted by, from 1 on. */
  sortPlace?: number | undefined;
  isFiltered: boolean;
  /** The table has it, so that the service can sort by it. */
  isServed: boolean;
  /** The service can compare its values. */
  isCompared: boolean;
}

/** A record that the text no longer has, until its deletion is saved. */
export interface DeletedRow {
  /** The row of the text that follows it. */
  before: number;
  id: string;
  cells: readonly ShownCell[];
}

/** How the text differs from the records that were read. */
export interface Marks {
  /** Changed cells, new and deleted records. */
  count: number;
  added: readonly number[];
  changed: readonly (readonly [row: number, columns: readonly string[]])[];
  /** In the order of their places. */
  deleted: readonly DeletedRow[];
  /** What the service did not accept, and why; without a column it is the record's. */
  refused: readonly (readonly [row: number, column: string | undefined, text: string])[];
}

export type ToPage =
  /** Everything. */
  | {
      type: 'page';
      version: number;
      columns: readonly ShownColumn[];
      /** One for each row; the page names rows by them. */
      keys: readonly string[];
      rows: readonly (readonly ShownCell[])[];
      layout: Layout;
      marks: Marks;
      /** Number of records and query, in words. */
      about: string;
      /** Why nothing can be changed. */
      readOnly: string | undefined;
    }
  /** Rows with the same keys that have changed. */
  | { type: 'rows'; version: number; rows: readonly (readonly [row: number, cells: readonly ShownCell[]])[] }
  | { type: 'marks'; marks: Marks }
  /** All problems; without a column it is the record's. */
  | { type: 'problems'; problems: readonly (readonly [row: number, column: string | undefined, text: string])[] }
  | { type: 'layout'; layout: Layout }
  /** Opens an editor for one value. */
  | { type: 'value'; target: CellTarget; of: string | undefined; form: 'json' | 'text'; text: string }
  /** Names of records; `null`: there is no such record. */
  | { type: 'names'; names: readonly (readonly [table: string, id: string, name: string | null])[] }
  /** Cells that contain the text of a `find`. */
  | { type: 'found'; text: string; cells: readonly (readonly [row: number, column: string])[] }
  | { type: 'said'; text: string }
  /** The text is no list of records; the reason, with its place. */
  | { type: 'broken'; text: string };

/** The words of the page, in the language of VS Code. The page fills in `{0}` and `{1}`. */
export type Words = Readonly<Record<keyof ReturnType<typeof gridWords>, string>>;
