import * as v from 'valibot';

// Messages between the extension and the grid's filter line and paging. protocol.ts has all other messages of the grid.

const text = v.pipe(v.string(), v.maxLength(50_000));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const filterMessage = v.variant('type', [
  v.strictObject({ type: v.literal('filterTyped'), text, offset: index }),
  v.strictObject({ type: v.literal('filterApply'), text }),
  /** Requests the conversion of a filter from words to JSON, or from JSON to words. */
  v.strictObject({ type: v.literal('filterForm'), text }),
  v.strictObject({ type: v.literal('filterRecent') }),
  v.strictObject({ type: v.literal('turn'), to: v.picklist(['first', 'previous', 'next', 'all']) }),
  v.strictObject({
    type: v.literal('pageSize'),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
]);
export type FilterMessage = v.InferOutput<typeof filterMessage>;

/** Returns a valid filter message; `undefined` for all other values. */
export function readFilterMessage(value: unknown): FilterMessage | undefined {
  const parsed = v.safeParse(filterMessage, value);
  return parsed.success ? parsed.output : undefined;
}

/** A problem in the filter: its position and message. */
export type ShownProblem = readonly [start: number, end: number, text: string, severity: 'error' | 'warning'];

/** A replacement for a part of the filter line. */
export interface ShownSuggestion {
  start: number;
  end: number;
  label: string;
  insert: string;
  detail: string;
}

export type FilterAnswer =
  /** The document's condition, in words or as JSON. */
  | { type: 'filterApplied'; text: string; words: FilterWords }
  /** A new text for the filter line. */
  | { type: 'filterText'; text: string }
  | {
      type: 'filterChecked';
      /** The checked text; the page ignores answers to older texts. */
      text: string;
      problems: readonly ShownProblem[];
      suggestions: readonly ShownSuggestion[];
    }
  | {
      type: 'paging';
      /** A text like `1–100 of 2,345`. */
      text: string;
      hasPrevious: boolean;
      hasNext: boolean;
      limit: number;
      sizes: readonly number[];
      /** The label of the button that loads more records; `undefined` if nothing more can be loaded. */
      loadAll: string | undefined;
    };

/** The visible texts of the filter line and the paging. */
export type FilterWords = Readonly<
  Record<
    'filter' | 'example' | 'suggestions' | 'json' | 'recent' | 'clear' | 'first' | 'previous' | 'next' | 'pageSize',
    string
  >
>;
