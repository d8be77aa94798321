import { open, mkdtemp, readFile, rename, rm, type FileHandle } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { byteOrderMark } from '../../../csv/csv';
import { addColumns, csvHeader, csvRow, jsonArray, type CsvRow } from './csv';

type ExportFormat = 'json' | 'csv';

type Rows = AsyncIterable<readonly CsvRow[]>;

/**
 * Streams rows to a file, so a list of any length can be exported. The file is renamed to its target when it is
 * complete; after an error the old file is unchanged. Resolves to the number of rows.
 */
export async function writeExport(uri: vscode.Uri, format: ExportFormat, rows: Rows): Promise<number> {
  const work = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-export-'));
  // In the folder of the target if possible, because a rename works only within one file system. The name is short,
  // because the name of the target may have the maximum length.
  const unfinished =
    uri.scheme === 'file'
      ? path.join(path.dirname(uri.fsPath), `.${path.basename(work)}.part`)
      : path.join(work, 'file');
  try {
    // A file in the temporary folder is private; one beside the target gets the usual permissions, because it becomes
    // the target.
    const file = await open(unfinished, 'wx', uri.scheme === 'file' ? 0o666 : 0o600);
    try {
      const count =
        format === 'json' ? await writeJson(file, rows) : await writeCsv(file, rows, path.join(work, 'rows'));
      await file.close();
      if (uri.scheme === 'file') await rename(unfinished, uri.fsPath);
      else await vscode.workspace.fs.writeFile(uri, await readFile(unfinished));
      return count;
    } finally {
      await file.close();
    }
  } finally {
    await rm(unfinished, { force: true });
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
  const kept = await open(waiting, 'wx+', 0o600);
  try {
    for await (const page of rows) {
      for (const row of page) addColumns(columns, row);
      count += page.length;
      await kept.appendFile(page.map(row => `${jsonLine(row)}\n`).join(''));
    }
    await file.appendFile(byteOrderMark + csvHeader(columns));
    for await (const line of kept.readLines({ start: 0, autoClose: false })) {
      await file.appendFile(csvRow(JSON.parse(line) as CsvRow, columns));
    }
  } finally {
    await kept.close();
  }
  return count;
}

/** Returns a row as JSON without line ends. For Node 24, U+2028 and U+2029 also end a line, and JSON may contain them. */
function jsonLine(row: CsvRow): string {
  return JSON.stringify(row).replace(/[\u2028\u2029]/g, end => `\\u${end.charCodeAt(0).toString(16)}`);
}
