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

/** A `WorldSelection` as JSON. It is stored, so that the world can be read again with the same selection. */
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

/** The default numbers of records per table and contents per group, if the user wants them and gives no number. */
export const usualCount = { records: 1000, contents: 100 };

/**
 * Returns the default choice: the schema of every table, functions, categories and user groups, but no records and
 * contents.
 */
export function usualChoice({ tables }: Survey): Choice {
  return {
    tables: Object.fromEntries(tables.map(({ id }) => [id, { newest: 0, masked: [] }])),
    ...{ functions: true, excludedFunctions: [], categories: true, contents: 0, userGroups: true },
  };
}

/** Returns the choice without tables and masked columns that the environment no longer has. */
export function currentChoice(choice: Choice, { tables }: Survey): Choice {
  const known = tables.flatMap(({ id, columns }) => {
    const chosen = choice.tables[id];
    if (chosen === undefined) return [];
    const masked = chosen.masked.filter(name => columns.some(column => column.name === name));
    return [[id, { ...chosen, masked }] as const];
  });
  return { ...choice, tables: Object.fromEntries(known) };
}

export function selectionOf(choice: Choice, { tables }: Survey): WorldSelection {
  const chosen = tables.flatMap(table => {
    const of = choice.tables[table.id];
    if (of === undefined) return [];
    const newest = hasRecords(table) ? of.newest : 0;
    return [[table.id, { newest, where: of.where, masked: new Set(of.masked) }] as const];
  });
  return { ...choice, tables: new Map(chosen), excludedFunctions: new Set(choice.excludedFunctions) };
}
