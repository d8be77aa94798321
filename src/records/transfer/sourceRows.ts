import { LineReader } from '../../csv/csv';
import { isJsonObject, parseJson, type JsonObject } from '../../json/json';
import { dialectOf, type TransferFormat } from './format';
import { textOf, type InputFile } from './inputFile';
import { JsonItems, longestRow } from './jsonItems';
import { TransferError } from './transferError';

/** A row of a file whose values are not converted to the types of a table yet. */
export interface SourceRow {
  /** The number of the row, from 1, not counting the header. */
  number: number;
  /** Line in the file, from 1. */
  line: number;
  /** Only for CSV and TSV: the cells in the order of the header. */
  cells?: readonly string[];
  /** Only for JSON: the record. */
  fields?: JsonObject;
  /** The text of a JSON row that cannot be read. */
  text?: string;
  /** Why the row cannot be read; `detail` is inserted into the message. */
  problem?: { code: 'tooManyCells' | 'tooFewCells' | 'notJson' | 'notARecord'; detail: string };
}

/** The rows of a file, in groups as they are read. */
interface RowGroups {
  /** Only for CSV and TSV: the names of the columns. Set before the first group is yielded. */
  header: readonly string[] | undefined;
  groups: AsyncIterable<SourceRow[]>;
}

/** Reads the rows of a file. The iteration throws TransferError or the signal's reason. */
export function readRows(file: InputFile, format: TransferFormat, signal?: AbortSignal): RowGroups {
  const source: RowGroups = { header: undefined, groups: { [Symbol.asyncIterator]: () => groups() } };
  const groups = (): AsyncGenerator<SourceRow[]> => {
    const pieces = textOf(file, signal);
    if (format === 'json') return jsonRows(pieces);
    return format === 'jsonl' ? jsonLines(pieces) : delimitedRows(pieces, format, header => (source.header = header));
  };
  return source;
}

async function* delimitedRows(
  pieces: AsyncIterable<string>,
  format: TransferFormat,
  onHeader: (header: readonly string[]) => void,
): AsyncGenerator<SourceRow[]> {
  const dialect = dialectOf(format);
  if (dialect === undefined) throw new TransferError('unknownFormat');
  const reader = new LineReader(dialect, longestRow);
  let header: readonly string[] | undefined;
  let number = 0;
  const rowsOf = (lines: ReturnType<LineReader['push']>): SourceRow[] => {
    const rows: SourceRow[] = [];
    for (const { cells, number: line } of lines) {
      if (cells.length === 1 && cells[0] === '') continue;
      if (header === undefined) {
        header = checkedHeader(cells);
        onHeader(header);
        continue;
      }
      const detail = `${cells.length} / ${header.length}`;
      const row: SourceRow = { number: ++number, line, cells };
      if (cells.length > header.length) row.problem = { code: 'tooManyCells', detail };
      if (cells.length < header.length) row.problem = { code: 'tooFewCells', detail };
      rows.push(row);
    }
    return rows;
  };
  for await (const text of pieces) {
    const rows = rowsOf(reader.push(text));
    if (reader.pending > longestRow) throw new TransferError('rowTooLong', String(reader.pendingLine));
    if (rows.length > 0) yield rows;
  }
  const last = rowsOf(reader.end());
  if (reader.unclosed !== undefined) throw new TransferError('unclosedQuote', String(reader.unclosed));
  if (last.length > 0) yield last;
}

/** @throws TransferError `duplicateColumn` */
function checkedHeader(cells: readonly string[]): string[] {
  const names = cells.map(cell => cell.trim());
  const duplicate = names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  if (duplicate !== undefined) throw new TransferError('duplicateColumn', duplicate);
  return names;
}

async function* jsonRows(pieces: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  const items = new JsonItems();
  let number = 0;
  for await (const text of pieces) {
    const rows = items.push(text).map(({ text: item, line }) => jsonRow(++number, line, item));
    if (rows.length > 0) yield rows;
  }
  items.end();
}

async function* jsonLines(pieces: AsyncIterable<string>): AsyncGenerator<SourceRow[]> {
  let rest = '';
  let line = 0;
  let number = 0;
  const rowsOf = (lines: readonly string[]): SourceRow[] =>
    lines.flatMap(text => {
      line++;
      return text.trim() === '' ? [] : [jsonRow(++number, line, text.trim())];
    });
  for await (const text of pieces) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    const rows = rowsOf(lines);
    if (rest.length > longestRow) throw new TransferError('rowTooLong', String(line + 1));
    if (rows.length > 0) yield rows;
  }
  const last = rowsOf([rest]);
  if (last.length > 0) yield last;
}

function jsonRow(number: number, line: number, text: string): SourceRow {
  const parsed = parseJson(text);
  if ('problem' in parsed) return { number, line, text, problem: { code: 'notJson', detail: parsed.problem.code } };
  const { value } = parsed.node;
  if (!isJsonObject(value)) return { number, line, text, problem: { code: 'notARecord', detail: '' } };
  return { number, line, fields: value };
}
