import { defaultCounts, type Choice, type TableChoice } from '../../../world/choice';
import { maximumRecords, type Survey } from '../../../world/survey';
import { invalidArgument } from '../../platform/commandArgument';
import { isQuery } from './reviewChoice';

/**
 * Returns the choice of a script. `tables` contains names or `{ name, records, where, masked }`, `records` is the
 * number for all of them, `functions` is a boolean, and `content` is a boolean or a number of contents. Absent
 * properties keep the initial choice; of a table in `tables`, the masked columns.
 * @throws UiError for an unknown table or an invalid value
 */
export function scriptedChoice(argument: Record<string, unknown>, survey: Survey, initial: Choice): Choice {
  const { tables, records, functions, content } = argument;
  const newest = records === undefined ? undefined : count(records, 'records');
  const chosen: Record<string, TableChoice> =
    tables === undefined
      ? { ...initial.tables }
      : Object.fromEntries(list(tables).map(each => scriptedTable(each, survey, initial, newest)));
  if (newest !== undefined && tables === undefined)
    for (const [id, of] of Object.entries(chosen)) chosen[id] = { ...of, newest };
  const isContent = content === undefined ? undefined : content !== false;
  return {
    ...initial,
    tables: chosen,
    functions: functions === undefined ? initial.functions : flag(functions, 'functions'),
    categories: isContent ?? initial.categories,
    contents: content === undefined ? initial.contents : content === true ? 0 : count(content || 0, 'content'),
  };
}

function scriptedTable(given: unknown, survey: Survey, initial: Choice, newest = 0): [id: string, choice: TableChoice] {
  const scripted = typeof given === 'string' ? { name: given } : (given ?? {});
  const { name, records, where, masked } = scripted as Record<string, unknown>;
  const table = survey.tables.find(each => each.name === name || each.id === String(name));
  if (table === undefined) throw invalidArgument('tables');
  const query = typeof where === 'string' ? where : where === undefined ? '' : JSON.stringify(where);
  if (!isQuery(query)) throw invalidArgument('tables.where');
  const defaultCount = query === '' ? newest : Math.max(newest, defaultCounts.records);
  const columns = masked === undefined ? (initial.tables[table.id]?.masked ?? []) : list(masked).map(String);
  if (columns.some(name => !table.columns.some(column => column.isMaskable && column.name === name)))
    throw invalidArgument('tables.masked');
  const choice = { newest: records === undefined ? defaultCount : count(records, 'tables.records'), masked: columns };
  return [table.id, query === '' ? choice : { ...choice, where: query }];
}

function count(value: unknown, name: string): number {
  if (typeof value === 'boolean') return value ? defaultCounts.records : 0;
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > maximumRecords * 100)
    throw invalidArgument(name);
  return value;
}

function flag(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw invalidArgument(name);
  return value;
}

function list(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw invalidArgument('tables');
  return value as unknown[];
}
