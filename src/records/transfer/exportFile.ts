import type { FileHandle } from 'node:fs/promises';
import { byteOrderMark, writeCells } from '../../csv/csv';
import { writeJson, type JsonObject } from '../../json/json';
import { cellText, safeCellText } from '../document/cells';
import type { Table } from '../table/schema';
import { exportColumns, exportPages, type ExportQuery, type ReadOptions } from './exportRows';
import { dialectOf, type TransferFormat } from './format';
import { replaceFile, withWriteErrors } from './replaceFile';

interface ExportOptions extends ReadOptions {
  format: TransferFormat;
  /** Leaves texts unchanged that a spreadsheet would evaluate as formulas. By default they are quoted. */
  rawFormulas?: boolean | undefined;
  onProgress?: ((count: number, total: number | undefined) => void) | undefined;
}

export interface ExportReport {
  rows: number;
  /** The number of records when the export began. If `rows` differs, the table changed meanwhile. */
  total: number | undefined;
}

/**
 * Writes records to a file. Replaces an existing file when the new one is complete.
 * @throws TransferError `exportNotWritten`, `notAFile`; errors of `exportPages`
 */
export async function exportToFile(target: string, query: ExportQuery, options: ExportOptions): Promise<ExportReport> {
  return replaceFile(target, async file => {
    const { write, end } = await startWriter(file, query, options);
    const report: ExportReport = { rows: 0, total: undefined };
    for await (const { records, total } of exportPages(query, options)) {
      report.total ??= total;
      await write(records);
      report.rows += records.length;
      options.onProgress?.(report.rows, report.total);
    }
    await end();
    return report;
  });
}

async function startWriter(
  file: FileHandle,
  query: ExportQuery,
  { format, rawFormulas = false }: ExportOptions,
): Promise<{ write: (records: readonly JsonObject[]) => Promise<void>; end: () => Promise<void> }> {
  const names = exportColumns(query);
  // `FileHandle.write` may write less than it got, without an error, if the disk is nearly full.
  const append = (text: string) => withWriteErrors(() => file.appendFile(text));
  const dialect = dialectOf(format);
  if (dialect !== undefined) {
    const toText = rawFormulas ? cellText : safeCellText;
    const types = typesOf(query.table);
    const line = (cells: readonly string[]) => writeCells(cells, dialect) + dialect.lineEnd;
    // Spreadsheets also evaluate formulas in headings.
    await append((format === 'csv' ? byteOrderMark : '') + line(names.map(name => toText('string', name))));
    const toCells = (record: JsonObject) => names.map(name => toText(types.get(name), record.get(name)));
    return {
      write: records => append(records.map(record => line(toCells(record))).join('')),
      end: () => Promise.resolve(),
    };
  }
  const exported = new Set(names);
  const toJson = (record: JsonObject) => writeJson(new Map([...record].filter(([name]) => exported.has(name))));
  if (format === 'jsonl')
    return {
      write: records => append(records.map(record => `${toJson(record)}\n`).join('')),
      end: () => Promise.resolve(),
    };
  let count = 0;
  await append('[');
  return {
    write: records => append(records.map(record => `${count++ === 0 ? '\n' : ',\n'}${toJson(record)}`).join('')),
    end: () => append('\n]\n'),
  };
}

function typesOf({ columns }: Table): ReadonlyMap<string, string | undefined> {
  return new Map([
    ...columns.map((column): [string, string] => [column.name, column.type]),
    ...['created_by', 'created_at', 'updated_at'].map((name): [string, string] => [name, 'integer']),
  ]);
}
