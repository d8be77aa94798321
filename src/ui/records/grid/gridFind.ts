import { cellText, wholeText } from '../../../records/document/cells';
import { isCut } from '../../../records/table/cutText';
import { isJsonObject, isList, writeJson, type Json } from '../../../json/json';
import type { DataAddress, PageQuery } from '../../../records/table/query';
import type { GridContent } from './gridContent';

// The maximum number of matches.
const most = 10_000;

/** Searches the cells whose values are cut on the screen. A value matches in its copied, displayed or edited form. */
export function foundIn({ columns, cells, fields }: GridContent, text: string): [row: number, column: string][] {
  const needle = text.toLowerCase();
  const found: [number, string][] = [];
  cells.forEach((shown, row) => {
    shown.forEach((cell, at) => {
      const column = columns[at];
      if (column === undefined || found.length >= most || !isCut(cell)) return;
      const value = fields[row]?.get(column.name);
      const texts = [
        cellText(column.type, value),
        wholeText(value),
        ...(isStructured(value) ? [writeJson(value, 2)] : []),
      ];
      if (texts.some(each => each.toLowerCase().includes(needle))) found.push([row, column.name]);
    });
  });
  return found;
}

/** Returns the query for all records of the table that contain a text in a text column or have it as their ID. */
export function searchQuery<Q extends DataAddress & PageQuery>(
  address: Q,
  { columns }: Pick<GridContent, 'columns'>,
  text: string,
): Q {
  const texts = columns.filter(({ type, column }) => type === 'string' && column?.system === false);
  const parts = texts.map(({ name }): Json => new Map([[name, new Map([['$icontains', text]])]]));
  const byId: Json = new Map([['id', new Map([['$eq', text]])]]);
  const where = writeJson(new Map<string, Json>([['$or', [byId, ...parts]]]));
  return { ...address, where, offset: undefined };
}

function isStructured(value: Json | undefined): value is Json {
  return isList(value) || isJsonObject(value);
}
