import * as v from 'valibot';

// What the filter line and the pages of the grid say to the extension, and what it answers; part of protocol.ts.

const text = v.pipe(v.string(), v.maxLength(50_000));
const index = v.pipe(v.number(), v.integer(), v.minValue(0));
const filterMessage = v.variant('type', [
  v.strictObject({ type: v.literal('filterTyped'), text, offset: index }),
  v.strictObject({ type: v.literal('filterApply'), text }),
  /** Words become JSON, and JSON words. */
  v.strictObject({ type: v.literal('filterForm'), text }),
  v.strictObject({ type: v.literal('filterRecent') }),
  v.strictObject({ type: v.literal('turn'), to: v.picklist(['first', 'previous', 'next', 'all']) }),
  v.strictObject({
    type: v.literal('pageSize'),
    limit: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000)),
  }),
]);
export type FilterMessage = v.InferOutput<typeof filterMessage>;

/** `undefined` for every other message. */
export function readFilterMessage(value: unknown): FilterMessage | undefined {
  const parsed = v.safeParse(filterMessage, value);
  return parsed.success ? parsed.output : undefined;
}

/** Where in the filter a problem is, and its sentence. */
export type ShownProblem = readonly [start: number, end: number, text: string, severity: 'error' | 'warning'];

/** What may be written over a part of the filter line. */
export interface ShownSuggestion {
  start: number;
  end: number;
  label: string;
  insert: string;
  detail: string;
}

export type FilterAnswer =
  /** The condition of the document, in words or as JSON. */
  | { type: 'filterApplied'; text: string; words: FilterWords }
  /** Another text for the line. */
  | { type: 'filterText'; text: string }
  | {
      type: 'filterChecked';
      /** What was checked: the answer to an older text is of no use. */
      text: string;
      problems: readonly ShownProblem[];
      suggestions: readonly ShownSuggestion[];
    }
  | {
      type: 'paging';
      /** `1–100 of 2,345` */
      text: string;
      hasPrevious: boolean;
      hasNext: boolean;
      limit: number;
      sizes: readonly number[];
      /** Absent where there is nothing more to load. */
      loadAll: string | undefined;
    };

/** The words of the filter line and the pages. */
export type FilterWords = Readonly<
  Record<
    'filter' | 'example' | 'suggestions' | 'json' | 'recent' | 'clear' | 'first' | 'previous' | 'next' | 'pageSize',
    string
  >
>;
