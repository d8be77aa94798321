import { mkdtemp, open, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { byteOrderMark } from '../../../csv/csv';
import { writeUserFile } from '../../platform/writeUserFile';
import { addColumns, csvHeader, csvRow, jsonArray, type CsvRow } from './csv';

type ExportFormat = 'json' | 'csv';

type Rows = AsyncIterable<readonly CsvRow[]>;

/**
 * Streams rows to a file, so a list of any length can be exported. Resolves to the number of rows.
 * @throws errors of `writeUserFile`
 */
export async function writeExport(uri: vscode.Uri, format: ExportFormat, rows: Rows): Promise<number> {
  if (format === 'json') return writeUserFile(uri, file => writeJson(file, rows));
  const work = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-export-'));
  try {
    return await writeUserFile(uri, file => writeCsv(file, rows, path.join(work, 'rows')));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeJson(file: FileHandle, rows: Rows): Promise<number> {
  let count = 0;
  await file.appendFile(jsonArray.start);
  for await (const page of rows) await file.appendFile(page.map(row => jsonArray.item(row, count++)).join(''));
  await file.appendFile(jsonArray.end);
  return count;
}

/** Writes the rows to a temporary file first, because the last row may still add a column to the header. */
async function writeCsv(file: FileHandle, rows: Rows, waiting: string): Promise<number> {
  const columns = new Set<string>();
  let count = 0;
  const rowsFile = await open(waiting, 'wx+', 0o600);
  try {
    for await (const page of rows) {
      for (const row of page) addColumns(columns, row);
      count += page.length;
      await rowsFile.appendFile(page.map(row => `${jsonLine(row)}\n`).join(''));
    }
    await file.appendFile(byteOrderMark + csvHeader(columns));
    for await (const line of rowsFile.readLines({ start: 0, autoClose: false })) {
      await file.appendFile(csvRow(JSON.parse(line) as CsvRow, columns));
    }
  } finally {
    await rowsFile.close();
  }
  return count;
}

/** Returns a row as JSON without line ends. For Node 24, U+2028 and U+2029 also end a line, and JSON may contain them. */
function jsonLine(row: CsvRow): string {
  return JSON.stringify(row).replace(/[\u2028\u2029]/g, end => `\\u${end.charCodeAt(0).toString(16)}`);
}
