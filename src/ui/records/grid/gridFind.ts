import { cellText, wholeText } from '../../../records/document/cells';
import { isCut } from '../../../records/table/cutText';
import { isJsonObject, isList, writeJson, type Json } from '../../../json/json';
import { idValue } from '../../../records/filter/values';
import type { DataAddress, PageQuery } from '../../../records/table/query';
import type { Column } from '../../../records/table/schema';
import type { GridContent } from './gridContent';

const maximumMatches = 10_000;

/** Searches the cells whose values are cut on the screen. A value matches in its copied, displayed or edited form. */
export function findInCells({ columns, cells, fields }: GridContent, text: string): [row: number, column: string][] {
  const needle = text.toLowerCase();
  const matches: [number, string][] = [];
  cells.forEach((shown, row) => {
    shown.forEach((cell, at) => {
      const column = columns[at];
      if (column === undefined || matches.length >= maximumMatches || !isCut(cell)) return;
      const value = fields[row]?.get(column.name);
      const texts = [
        cellText(column.type, value),
        wholeText(value),
        ...(isStructured(value) ? [writeJson(value, 2)] : []),
      ];
      if (texts.some(each => each.toLowerCase().includes(needle))) matches.push([row, column.name]);
    });
  });
  return matches;
}

/** Returns the query for all records of the table that contain a text in a text column or have it as their ID. */
export function searchQuery<Q extends DataAddress & PageQuery>(
  address: Q,
  { columns }: Pick<GridContent, 'columns'>,
  text: string,
): Q {
  const tableColumns = columns.flatMap(({ column }) => column ?? []);
  return { ...address, where: searchCondition(tableColumns, text), offset: undefined };
}

/** Returns the condition for the records that contain a text in a text column or have it as their ID. */
export function searchCondition(columns: readonly Column[], text: string): string {
  const texts = columns.filter(({ type, system }) => type === 'string' && !system);
  const parts = texts.map(({ name }): Json => new Map([[name, new Map([['$icontains', text]])]]));
  const id = idValue(
    text,
    columns.find(({ name }) => name === 'id'),
  );
  const byId: Json = new Map([['id', new Map([['$eq', id]])]]);
  return writeJson(new Map<string, Json>([['$or', [byId, ...parts]]]));
}

function isStructured(value: Json | undefined): value is Json {
  return isList(value) || isJsonObject(value);
}
