import type * as vscode from 'vscode';
import type { Json } from '../../../json/json';
import { pointedId } from '../../../records/document/pointers';
import type { DataAddress } from '../../../records/table/query';
import { oneLine } from '../../messages/plainText';
import type { Targets } from '../language/targets';
import type { GridContent } from './gridContent';
import type { ToPage } from './protocol';

type Names = Extract<ToPage, { type: 'names' }>['names'];

interface NameContext {
  document: vscode.TextDocument;
  address: DataAddress;
  targets: Targets;
  signal: AbortSignal;
}

/**
 * Reads the names of the records to which pointers in some rows lead, with one request per target table. Omits records
 * without a name and failed lookups.
 */
export async function pointerNames(
  { columns, fields }: Pick<GridContent, 'columns' | 'fields'>,
  { from, to }: { from: number; to: number },
  { document, address, targets, signal }: NameContext,
): Promise<Names> {
  const idsByTable = new Map<string, Map<string, Json>>();
  for (const { name, column } of columns) {
    const table = column?.type === 'reference' ? column.target?.id : undefined;
    if (table === undefined) continue;
    const ids = idsByTable.get(table) ?? new Map<string, Json>();
    idsByTable.set(table, ids);
    for (const record of fields.slice(from, to + 1)) {
      const pointed = pointedId(record.get(name));
      if (pointed !== undefined) ids.set(pointed.key, pointed.id);
    }
  }
  const read = await Promise.all(
    [...idsByTable].map(async ([table, ids]) => {
      const records = await targets.read({ document, address, table }, ids, signal);
      return [...ids.keys()].flatMap((id): Names => {
        const target = records.get(id);
        if (target === undefined) return [];
        const [first] = target?.texts ?? [];
        // `null` is a record that does not exist. A record without a text is omitted, so that the grid shows its ID.
        return target === null ? [[table, id, null]] : first === undefined ? [] : [[table, id, oneLine(first, 80)]];
      });
    }),
  );
  return read.flat();
}
