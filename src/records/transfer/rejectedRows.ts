import { access, open, rename, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { byteOrderMark, writeCells } from '../../csv/csv';
import { writeJson } from '../../json/json';
import { dialectOf, type TransferFormat } from './format';
import type { InputFile } from './inputFile';
import type { Journal } from './journal';
import { reasonColumn } from './mapping';
import { shortName } from './shortName';
import { readRows, type SourceRow } from './sourceRows';
import { systemCode } from './transferError';

/** Returns a path for the file of rejected rows, beside the imported file. @param count above 1 if others are taken */
export function rejectedName(file: string, count = 1): string {
  const { dir, name, ext } = path.parse(file);
  // A name may have 255 bytes; the end of the draft's name needs up to 32.
  return path.join(dir, `${shortName(name, 216)}.rejected${count === 1 ? '' : ` ${count}`}${ext}`);
}

/**
 * Writes the rejected rows of a complete import beside its file. Keeps the file that this import wrote before, because the
 * user may have corrected it.
 * @returns the path of the file of rejected rows
 * @throws system errors; TransferError of the imported file or the journal
 */
export async function keepRejected(file: InputFile, format: TransferFormat, journal: Journal): Promise<string> {
  const { rejectedFile } = journal;
  if (rejectedFile !== undefined) {
    const written = path.join(path.dirname(file.path), rejectedFile);
    const isThere = await access(written).then(
      () => true,
      () => false,
    );
    if (isThere) return written;
  }
  const target = await writeRejected(file, format, journal.rejected());
  await journal.noteRejectedFile(path.basename(target));
  return target;
}

/**
 * Writes the rejected rows of a file to a new one of the same format, with the reason in a further column. Replaces no
 * file: another import of the same file may have written it.
 * @returns the path of the new file
 * @throws system errors; TransferError of the imported file
 */
export async function writeRejected(
  file: InputFile,
  format: TransferFormat,
  reasons: ReadonlyMap<number, string>,
): Promise<string> {
  const target = await reserve(file.path);
  const draft = `${target}.${process.pid}.part`;
  let output: FileHandle | undefined;
  try {
    output = await open(draft, 'wx', 0o600);
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
    return target;
  } catch (error) {
    await output?.close().catch(() => undefined);
    for (const unfinished of [draft, target]) await rm(unfinished, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Creates an empty file with the first free name for rejected rows. @throws system errors */
async function reserve(file: string): Promise<string> {
  for (let count = 1; ; count++) {
    const target = rejectedName(file, count);
    try {
      await (await open(target, 'wx', 0o600)).close();
      return target;
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
    }
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
