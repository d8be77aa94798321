import { access, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { byteOrderMark, writeCells } from '../../csv/csv';
import { writeJson } from '../../json/json';
import { dialectOf, type TransferFormat } from './format';
import type { InputFile } from './inputFile';
import { reasonColumn } from './mapping';
import { shortName } from './shortName';
import { readRows, type SourceRow } from './sourceRows';

/** Returns the path of the file of rejected rows, beside the imported file. */
export function rejectedName(file: string): string {
  const { dir, name, ext } = path.parse(file);
  // A name may have 255 bytes; the end of the draft's name needs up to 28.
  return path.join(dir, `${shortName(name, 220)}.rejected${ext}`);
}

/**
 * Writes the rejected rows of an import beside its file.
 * @param wasComplete whether the import was complete before: then an existing file is kept, because the user may have
 * corrected it
 * @returns the path of the file of rejected rows
 * @throws system errors; TransferError of the imported file
 */
export async function keepRejected(
  file: InputFile,
  format: TransferFormat,
  reasons: ReadonlyMap<number, string>,
  wasComplete: boolean,
): Promise<string> {
  const target = rejectedName(file.path);
  const isThere = await access(target).then(
    () => true,
    () => false,
  );
  if (!wasComplete || !isThere) await writeRejected(file, format, reasons, target);
  return target;
}

/**
 * Writes the rejected rows of a file to another one of the same format, with the reason in a further column.
 * @param target replaced when the new file is complete
 * @throws system errors; TransferError of the imported file
 */
export async function writeRejected(
  file: InputFile,
  format: TransferFormat,
  reasons: ReadonlyMap<number, string>,
  target: string,
): Promise<void> {
  const draft = `${target}.${process.pid}.part`;
  const output = await open(draft, 'wx', 0o600);
  try {
    const dialect = dialectOf(format);
    const source = readRows(file, format);
    let count = 0;
    if (dialect === undefined && format === 'json') await output.write('[');
    for await (const rows of source.groups) {
      const pieces: string[] = [];
      for (const row of rows) {
        const reason = reasons.get(row.number);
        if (reason === undefined) continue;
        if (dialect !== undefined) {
          const header = source.header ?? [];
          if (count === 0)
            pieces.push(byteOrderMark, writeCells(withReason(header, header, reasonColumn), dialect), dialect.lineEnd);
          pieces.push(writeCells(withReason(header, row.cells ?? [], reason), dialect), dialect.lineEnd);
        } else if (format === 'json') pieces.push(count === 0 ? '\n' : ',\n', jsonOf(row, reason));
        else pieces.push(jsonOf(row, reason), '\n');
        count++;
      }
      if (pieces.length > 0) await output.write(pieces.join(''));
    }
    if (dialect === undefined && format === 'json') await output.write('\n]\n');
    await output.close();
    await rename(draft, target);
  } catch (error) {
    await output.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Adds the reason after the cells of the header, in place of an earlier reason. Excess cells follow it. */
function withReason(header: readonly string[], cells: readonly string[], reason: string): string[] {
  const own = header.flatMap((name, at) => (name === reasonColumn ? [] : [cells[at] ?? '']));
  return [...own, reason, ...cells.slice(header.length)];
}

/** Writes a row with its reason as JSON. A row that is not a JSON object is kept as text. */
function jsonOf({ fields, text }: SourceRow, reason: string): string {
  if (fields === undefined) return JSON.stringify({ [reasonColumn]: reason, text });
  const kept = [...fields].filter(([name]) => name !== reasonColumn);
  return writeJson(new Map([...kept, [reasonColumn, reason]]));
}
