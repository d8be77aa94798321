import { cellText } from '../cells/cells';
import type { Table } from '../table/schema';
import type { ImportedRow } from './importedRow';
import type { Mapping } from './mapping';
import type { TransferMessages } from './messages';

const longestCell = 40;
/** Marks a cell with a problem. */
const wrongMark = '✗ ';

/**
 * Returns rows of a file as a text table, with the line in the file, a mark at each cell with a problem, and all problems of the
 * row behind it.
 */
export function previewText(
  rows: readonly ImportedRow[],
  mapping: Mapping,
  { columns }: Pick<Table, 'columns'>,
  messages: Pick<TransferMessages, 'problems'>,
): string {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const names = [...mapping.values()].filter(name => name !== undefined);
  const lines = rows.map(({ source, record, problems }) => {
    const wrong = new Set(problems.map(({ column }) => column));
    const cells = names.map(name => {
      const text = oneLine(cellText(types.get(name), record?.get(name)));
      return wrong.has(name) || record === undefined ? wrongMark + text : text;
    });
    return { cells: [String(source.line), ...cells], problems: messages.problems(problems) };
  });
  const all = [['', ...names.map(oneLine)], ...lines.map(({ cells }) => cells)];
  const widths = all[0]?.map((_, at) => Math.max(...all.map(cells => widthOf(cells[at] ?? '')))) ?? [];
  const row = (cells: readonly string[]) =>
    cells.map((cell, at) => cell + ' '.repeat((widths[at] ?? 0) - widthOf(cell))).join('  ');
  return [
    row(all[0] ?? []),
    widths.map(width => '─'.repeat(width)).join('  '),
    ...lines.map(({ cells, problems }) => `${row(cells)}${problems === '' ? '' : `  ← ${problems}`}`.trimEnd()),
  ].join('\n');
}

function oneLine(text: string): string {
  const characters = [...text.slice(0, longestCell * 2).replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')];
  return characters.length > longestCell || text.length > longestCell * 2
    ? `${characters.slice(0, longestCell - 1).join('')}…`
    : characters.join('');
}

/** Columns on the screen: most characters of East Asia take two. */
function widthOf(text: string): number {
  const wide = text.match(
    /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/g,
  );
  return [...text].length + (wide?.length ?? 0);
}
