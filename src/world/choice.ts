import * as v from 'valibot';
import { hasRecords, type WorldSelection, type Survey } from './survey';

const tableChoice = v.object({
  /** The number of newest records to read; 0: none. */
  newest: v.pipe(v.number(), v.integer(), v.minValue(0)),
  /** The `where` condition as JSON text. */
  where: v.optional(v.string()),
  /** Columns that are masked in addition to those with personal names. */
  masked: v.array(v.string()),
});

/** A `WorldSelection` as JSON, which is stored so that a world can be read again with the same selection. */
export const choiceShape = v.object({
  /** Keyed by table ID. Tables that are not listed are not read. */
  tables: v.record(v.string(), tableChoice),
  functions: v.boolean(),
  /** Names of functions that are left out. */
  excludedFunctions: v.array(v.string()),
  categories: v.boolean(),
  /** The number of newest contents to read from each group. */
  contents: v.number(),
  userGroups: v.boolean(),
});
export type Choice = v.InferOutput<typeof choiceShape>;
export type TableChoice = v.InferOutput<typeof tableChoice>;

/** The numbers of records per table and of contents per group, if the user selects them without a number. */
export const defaultCounts = { records: 1000, contents: 100 };

/**
 * Returns the default choice: the schema of every table, functions, categories and user groups, but no records and
 * contents.
 */
export function defaultChoice({ tables }: Survey): Choice {
  return {
    tables: Object.fromEntries(tables.map(({ id }) => [id, { newest: 0, masked: [] }])),
    functions: true,
    excludedFunctions: [],
    categories: true,
    contents: 0,
    userGroups: true,
  };
}

/** Removes tables that the environment no longer has, and columns that cannot be masked. */
export function currentChoice(choice: Choice, { tables }: Survey): Choice {
  const entries = tables.flatMap(({ id, columns }) => {
    const tableChoice = choice.tables[id];
    if (tableChoice === undefined) return [];
    const masked = tableChoice.masked.filter(name => columns.some(column => column.isMaskable && column.name === name));
    return [[id, { ...tableChoice, masked }] as const];
  });
  return { ...choice, tables: Object.fromEntries(entries) };
}

/** Converts a choice to a selection. Leaves out tables that the environment does not have. */
export function selectionOf(choice: Choice, { tables }: Survey): WorldSelection {
  const entries = tables.flatMap(table => {
    const selected = choice.tables[table.id];
    if (selected === undefined) return [];
    const newest = hasRecords(table) ? selected.newest : 0;
    return [[table.id, { newest, where: selected.where, masked: new Set(selected.masked) }] as const];
  });
  return { ...choice, tables: new Map(entries), excludedFunctions: new Set(choice.excludedFunctions) };
}
