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

const index = v.pipe(v.number(), v.integer(), v.minValue(0));
/** The number of the page's arrangement of rows that an index is of. */
const arrangement = { arrangement: index };
const cell = { ...arrangement, row: index, column: v.string() };
const rows = { ...arrangement, from: index, to: index };
const cells = { ...rows, columns: v.pipe(v.array(v.string()), v.minLength(1), v.maxLength(5000)) };

const fromPage = v.variant('type', [
  v.strictObject({ type: v.literal('ready') }),
  v.strictObject({ type: v.literal('write'), ...cells, text: v.string() }),
  v.strictObject({ type: v.literal('set'), ...cells, value: v.picklist(['null', 'missing', 'empty']) }),
  v.strictObject({ type: v.literal('copy'), ...cells, cut: v.boolean() }),
  v.strictObject({
    ...{ type: v.literal('paste'), ...cells, text: v.string() },
    /** The columns from the first of the cells on, which a table on the clipboard goes into. */
    onward: v.pipe(v.array(v.string()), v.maxLength(5000)),
  }),
  v.strictObject({ type: v.literal('fillDown'), ...cells }),
  v.strictObject({ type: v.literal('add'), ...arrangement, behind: v.pipe(v.number(), v.integer(), v.minValue(-1)) }),
  v.strictObject({ type: v.literal('duplicate'), ...rows }),
  v.strictObject({ type: v.literal('delete'), ...rows }),
  /** Where the page itself has no input for the value. */
  v.strictObject({ type: v.literal('editElsewhere'), ...cell }),
  v.strictObject({ type: v.literal('openText'), ...cell }),
  v.strictObject({
    type: v.literal('sort'),
    column: v.string(),
    direction: v.optional(v.picklist(['ascending', 'descending'])),
  }),
  v.strictObject({ type: v.literal('filter'), ...cell, operator: v.picklist(['$eq', '$ne']) }),
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
      arrangement: number;
      columns: readonly ShownColumn[];
      rows: readonly (readonly ShownCell[])[];
      layout: Layout;
      /** Application, environment and query, in words. */
      about: string;
      /** Why nothing can be changed. */
      readOnly: string | undefined;
    }
  /** Rows of the same arrangement that hold something else now. */
  | { type: 'rows'; rows: readonly (readonly [row: number, cells: readonly ShownCell[]])[] }
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
