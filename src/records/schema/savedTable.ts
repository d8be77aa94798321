import type { JsonObject } from '../../json/json';
import type { ChangeOutcome } from '../../change/change';
import type { SchemaDifference } from './schemaChanges';
import { shapeOf, type TableShape } from './tableShape';
import type { TableNames, TableState } from './tableState';

type SchemaOutcome = ChangeOutcome<JsonObject, SchemaDifference>;

/** Returns the table after a save, as the service stored it. Leaves out columns that others added meanwhile. */
export function storedShape(
  before: TableState,
  planned: TableShape,
  names: TableNames,
  outcomes: readonly SchemaOutcome[],
): TableShape {
  let { raw } = before;
  let indexes = [...before.indexes];
  for (const { change, outcome } of outcomes) {
    if (outcome.status !== 'saved' && outcome.status !== 'partly') continue;
    if (change.kind === 'table') raw = outcome.state ?? raw;
    else if (change.after === undefined) indexes = indexes.filter(index => index !== change.before);
    else indexes.push(change.after);
  }
  const known = shapeOf(before, names).columns;
  const stored = shapeOf({ ...before, raw, indexes }, names);
  const columns = [...stored.columns].filter(([name]) => known.has(name) || planned.columns.has(name));
  return { ...stored, columns: new Map(columns) };
}

/** Returns the base of a text after its save, so that written values no longer count as edits. */
export function savedBase(
  base: TableShape | undefined,
  mine: TableShape,
  theirs: TableShape,
  outcomes: readonly SchemaOutcome[],
): TableShape | undefined {
  const isSaved = ({ outcome }: SchemaOutcome) => outcome.status === 'saved';
  const table = outcomes.find(({ change }) => change.kind === 'table');
  const isAllSaved = outcomes.every(isSaved);
  const isTableWritten = table === undefined ? isAllSaved : isSaved(table);
  if (!isTableWritten) return base;
  return isAllSaved ? mine : { ...mine, indexes: (base ?? theirs).indexes };
}
