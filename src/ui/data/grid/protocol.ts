import * as v from 'valibot';
import type { ShownCell } from '../../../data/cells';

// What the grid's page and the extension say to each other. The page is told what to show, and says what a person wants; it
// names no document, and whatever it says is checked here.

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
export type Target = v.InferOutput<typeof targetShape>;
const target = { target: targetShape };

const fromPage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('write'), ...target, text: v.string() }),
  v.strictObject({ type: v.literal('set'), ...target, value: v.picklist(['null', 'missing', 'empty']) }),
  v.strictObject({ type: v.literal('copy'), ...target, cut: v.boolean() }),
  /** The target has every row and column that a table on the clipboard may reach. */
  v.strictObject({
    ...{ type: v.literal('paste'), ...target, text: v.string() },
    /** How many of the first rows and columns are selected. */
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
  }),
  v.strictObject({ type: v.literal('filter'), ...target, operator: v.picklist(['$eq', '$ne']) }),
  v.strictObject({ type: v.literal('unfilter'), column: v.string() }),
  v.strictObject({ type: v.literal('layout'), layout: layoutShape }),
  v.strictObject({ type: v.literal('chooseColumns') }),
  v.strictObject({ type: v.literal('reopenAsText') }),
  v.strictObject({ type: v.literal('save') }),
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
  /** The type and description, in words. */
  about: string;
  input: Input;
  choices: readonly string[];
  sorted: 'ascending' | 'descending' | undefined;
  isFiltered: boolean;
  /** The table has it, so that the service can sort by it. */
  isServed: boolean;
  /** The service can compare its values. */
  isCompared: boolean;
}

export type ToPage =
  | { type: 'words'; words: Words }
  /** Everything anew. */
  | {
      type: 'page';
      version: number;
      columns: readonly ShownColumn[];
      /** One for each row; the page names rows by them. */
      keys: readonly string[];
      rows: readonly (readonly ShownCell[])[];
      layout: Layout;
      /** Application, environment and query, in words. */
      about: string;
      /** Why nothing can be changed. */
      readOnly: string | undefined;
    }
  /** Rows with the same keys that hold something else now. */
  | { type: 'rows'; version: number; rows: readonly (readonly [row: number, cells: readonly ShownCell[]])[] }
  /** All there are; without a column it is the record's. */
  | { type: 'problems'; problems: readonly (readonly [row: number, column: string | undefined, text: string])[] }
  | { type: 'layout'; layout: Layout }
  | { type: 'said'; text: string }
  /** The text is no list of records; the reason, with its place. */
  | { type: 'broken'; text: string };

/** The words of the page, in the language of VS Code. */
export type Words = Readonly<
  Record<
    | 'records'
    | 'row'
    | 'null'
    | 'missing'
    | 'empty'
    | 'newRecord'
    | 'duplicateRecord'
    | 'deleteRecord'
    | 'columns'
    | 'asText'
    | 'edit'
    | 'editInText'
    | 'copy'
    | 'cut'
    | 'setNull'
    | 'setMissing'
    | 'setEmpty'
    | 'fillDown'
    | 'filterBy'
    | 'exclude'
    | 'sortUp'
    | 'sortDown'
    | 'unsort'
    | 'unfilter'
    | 'pin'
    | 'unpin'
    | 'moveLeft'
    | 'moveRight'
    | 'hide'
    | 'wider'
    | 'narrower'
    | 'filtered',
    string
  >
>;
