import * as vscode from 'vscode';
import { valueOf, type Json } from '../../../json/json';
import { recordsIn } from '../../../records/text/outline';
import { pointedId } from '../../../records/document/pointers';
import { timeOf } from '../../../records/table/instant';
import { oneLine } from '../../messages/plainText';
import { signalOf } from '../../platform/dialogs';
import type { RecordDocumentContext } from './recordContext';
import { timeText } from '../../messages/timeText';
import type { Targets } from './targets';

/** Milliseconds to wait before a request, so that no request is sent while the user scrolls. */
const pause = 150;
const maximumHints = 1000;

/** Returns the hints in a range: the local time after a date, and the first text of the record after a pointer. */
export async function hintsIn(
  { document, address, table, text, outline }: RecordDocumentContext,
  targets: Targets,
  range: vscode.Range,
  token: vscode.CancellationToken,
): Promise<vscode.InlayHint[]> {
  const shown = { start: document.offsetAt(range.start), end: document.offsetAt(range.end) };
  const columns = new Map(table.columns.map(column => [column.name, column]));
  const hints: vscode.InlayHint[] = [];
  /** Pointers grouped by the ID of their target table. */
  const pointers = new Map<string, { ids: Map<string, Json>; ends: [key: string, end: number][] }>();
  for (const { fields } of recordsIn(outline, shown)) {
    for (const { name, value } of fields) {
      const column = columns.get(name);
      if (column === undefined || value === undefined || value.end < shown.start || value.end > shown.end) continue;
      const isPointer = column.type === 'reference' && column.target !== undefined;
      if (!isPointer && value.kind !== 'string' && value.kind !== 'plain') continue;
      const read = valueOf(text.slice(value.start, value.end));
      const time = timeOf(column, read);
      if (time !== undefined) hints.push(hint(document, value.end, timeText(time)));
      const pointed = isPointer ? pointedId(read) : undefined;
      if (pointed !== undefined && column.target !== undefined) {
        const ofTable = pointers.get(column.target.id) ?? { ids: new Map<string, Json>(), ends: [] };
        pointers.set(column.target.id, ofTable);
        ofTable.ids.set(pointed.key, pointed.id);
        ofTable.ends.push([pointed.key, value.end]);
      }
      if (hints.length >= maximumHints) return hints;
    }
  }
  const signal = signalOf(token);
  const pointerHints = await Promise.all(
    [...pointers].map(async ([target, { ids, ends }]) => {
      const records = await targets.read({ document, address, table: target }, ids, signal, pause);
      return ends.flatMap(([key, end]) => {
        const [first] = records.get(key)?.texts ?? [];
        return first === undefined ? [] : [hint(document, end, oneLine(first, 40))];
      });
    }),
  );
  return [...hints, ...pointerHints.flat()];
}

function hint(document: vscode.TextDocument, offset: number, text: string): vscode.InlayHint {
  const newHint = new vscode.InlayHint(document.positionAt(offset), text);
  newHint.paddingLeft = true;
  return newHint;
}
