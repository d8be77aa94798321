import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { byteOrderMark, writeCells } from '../../csv/csv';
import { writeJson, type JsonObject } from '../../json/json';
import { cellText, safeCellText } from '../document/cells';
import type { Table } from '../table/schema';
import { exportColumns, exportPages, type ExportQuery, type ReadOptions } from './exportRows';
import { dialectOf, type TransferFormat } from './format';
import { systemCode, TransferError } from './transferError';

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
 * @throws TransferError `exportNotWritten`, `notAFile`; as `exportPages`
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

/**
 * Writes a file beside its target and renames it when it is complete. After an error the old file is unchanged.
 * @throws TransferError `exportNotWritten`, `notAFile`; errors of `write`
 */
export async function replaceFile<T>(target: string, write: (file: FileHandle) => Promise<T>): Promise<T> {
  if (await isSpecialFile(target)) throw new TransferError('notAFile');
  // A short name, because the target's name may already have the maximum length.
  const draft = path.join(path.dirname(target), `.hydrogen-${process.pid}-${Date.now().toString(36)}.part`);
  const file = await withWriteErrors(() => open(draft, 'wx', 0o666));
  try {
    const result = await write(file);
    await withWriteErrors(() => file.sync());
    await file.close();
    await withWriteErrors(() => rename(draft, target));
    return result;
  } catch (error) {
    await file.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * True for a device, a pipe or a socket, also behind a link such as /dev/stdout. A rename would replace it by a file, for
 * all programs.
 */
export function isSpecialFile(name: string): Promise<boolean> {
  return stat(name).then(
    stats => !stats.isFile() && !stats.isDirectory(),
    () => false,
  );
}

/** Converts file system errors to TransferError `exportNotWritten`. */
export async function withWriteErrors<T>(operation: () => Promise<T>): Promise<T> {
  try {
    return await operation();
  } catch (error) {
    throw new TransferError('exportNotWritten', systemCode(error), error);
  }
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
