import { isJsonObject, writeJson, type Json } from '../../json/json';
import { keysText } from '../table/query';
import { searchRecords } from '../saving/readRecords';
import { idText } from '../table/sameValue';
import type { Table } from '../table/schema';
import type { DataService } from '../../api/openApi/dataService';

/** A record that a pointer refers to. */
export interface PointerTarget {
  /** The ID as the service writes it: a text, or a number for users. */
  id: Json;
  /** The non-empty values of its first text columns. */
  texts: string[];
}

const maximumTexts = 3;
const longestText = 200;
const maximumMatches = 20;

/** Returns the ID of a pointer: `key` as text, `id` as stored. Returns `undefined` if the value has no ID. */
export function pointedId(value: Json | undefined): { key: string; id: Json } | undefined {
  const id = isJsonObject(value) ? value.get('id') : value;
  const key = idText(id);
  return key === undefined || id === undefined ? undefined : { key, id };
}

/**
 * Reads the records with these IDs in one request. The keys of the map are the IDs as text.
 * @throws errors of `searchRecords`
 */
export async function readTargets(
  service: DataService,
  table: Table,
  ids: readonly Json[],
): Promise<Map<string, PointerTarget>> {
  const targets = await search(service, table, new Map([['id', new Map([['$in', ids]])]]), ids.length);
  return new Map(targets.map(target => [pointedId(target.id)?.key ?? '', target]));
}

/**
 * Finds up to 20 records that a pointer can refer to: the newest ones if nothing was typed, otherwise those with the
 * typed text in one of their first text columns.
 * @throws errors of `searchRecords`
 */
export async function searchTargets(service: DataService, table: Table, typed: string): Promise<PointerTarget[]> {
  const columns = textColumns(table);
  if (typed === '' || columns.length === 0) return search(service, table, undefined, maximumMatches);
  const each = columns.map(name => new Map([[name, new Map([['$contains', typed]])]]));
  return search(service, table, new Map([['$or', each]]), maximumMatches);
}

async function search(
  service: DataService,
  table: Table,
  where: Json | undefined,
  limit: number,
): Promise<PointerTarget[]> {
  const columns = textColumns(table);
  const records = await searchRecords(service, table.id, {
    where: where === undefined ? undefined : writeJson(where),
    keys: keysText(columns),
    limit: String(limit),
  });
  return records.map(record => {
    const texts = columns.flatMap(name => {
      const text = record.get(name);
      return typeof text === 'string' && text.trim() !== '' ? [text.slice(0, longestText)] : [];
    });
    return { id: record.get('id') ?? null, texts };
  });
}

/** The first text columns, which help to distinguish records. Skips names that `keys` cannot contain. */
function textColumns({ columns }: Table): string[] {
  const texts = columns.filter(
    ({ type, system, name }) => type === 'string' && !system && /^[^,.\s-][^,.\s]*$/u.test(name),
  );
  return texts.slice(0, maximumTexts).map(({ name }) => name);
}
