import * as vscode from 'vscode';
import { valueOf } from '../../../json/json';
import { jsonPositionAt } from '../../../records/text/outline';
import { pointedId } from '../../../records/document/pointers';
import { timeOf } from '../../../records/table/instant';
import { columnText } from '../../nodes/dataColumn';
import { codeBlock, defuse, oneLine, plainText } from '../../messages/plainText';
import { signalOf } from '../../platform/dialogs';
import type { RecordDocumentContext } from './recordContext';
import { timeText } from '../../messages/timeText';
import type { Targets } from './targets';

/** Describes the column at a position. For a value, adds the local time of a date and the record of a pointer. */
export async function hoverAt(
  context: RecordDocumentContext,
  targets: Targets,
  position: vscode.Position,
  token: vscode.CancellationToken,
): Promise<vscode.Hover | undefined> {
  const { document, table, text, outline } = context;
  const jsonPosition = jsonPositionAt(outline, document.offsetAt(position));
  const column = jsonPosition?.field && table.columns.find(({ name }) => name === jsonPosition.field?.name);
  if (jsonPosition?.field === undefined || column === undefined) return undefined;
  const { at, value } = jsonPosition.field;
  if (jsonPosition.kind === 'name') return hover(document, at, [columnText(column)]);
  if (value === undefined) return undefined;
  const read = valueOf(text.slice(value.start, value.end));
  const time = timeOf(column, read);
  const lines = [
    ...(time === undefined ? [] : [vscode.l10n.t('Local time: {0}', timeText(time))]),
    ...(column.type === 'reference' ? await targetLines(context, targets, column.target, read, token) : []),
  ];
  return hover(document, value, [...lines, columnText(column)]);
}

async function targetLines(
  { document, address }: RecordDocumentContext,
  targets: Targets,
  target: { id: string; name: string | undefined } | undefined,
  value: ReturnType<typeof valueOf>,
  token: vscode.CancellationToken,
): Promise<string[]> {
  const pointed = pointedId(value);
  if (target === undefined || pointed === undefined) return [];
  const signal = signalOf(token);
  const context = { document, address, table: target.id };
  const records = await targets.read(context, new Map([[pointed.key, pointed.id]]), signal);
  const name = (await targets.tableOf(context, signal))?.name ?? target.name ?? target.id;
  const record = records.get(pointed.key);
  const texts = record === null ? [vscode.l10n.t('There is no such record.')] : (record?.texts ?? []);
  return [`→ ${plainText(name, 60)} ${plainText(pointed.key, 60)}`, ...texts.map(text => oneLine(text, 100))];
}

/** Returns a hover whose text is a code block, so that nothing in the text is parsed as Markdown. */
function hover(document: vscode.TextDocument, range: { start: number; end: number }, lines: string[]): vscode.Hover {
  const text = lines.map(line => plainText(line, 1000)).join('\n');
  const [start, end] = [document.positionAt(range.start), document.positionAt(range.end)];
  return new vscode.Hover(new vscode.MarkdownString(codeBlock(defuse(text), 'text')), new vscode.Range(start, end));
}
