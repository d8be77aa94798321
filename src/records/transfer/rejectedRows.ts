import { open, rename, rm, stat, type FileHandle } from 'node:fs/promises';
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
 * Writes the rejected rows of a complete import to a new file beside its file, of the same format, with the reason in a
 * further column. Replaces no file: another import of the same file may have written it. Keeps the file that this import
 * wrote before, because the user may have corrected it.
 * @returns the path of the file of rejected rows
 * @throws system errors; TransferError of the imported file or the journal
 */
export async function keepRejected(file: InputFile, format: TransferFormat, journal: Journal): Promise<string> {
  // A journal of somebody else must not lead to another folder.
  const noted = path.join(path.dirname(file.path), path.basename(journal.rejectedFile ?? ''));
  const size = journal.rejectedFile === undefined ? undefined : await sizeOf(noted);
  if (size !== undefined && size > 0) return noted;
  // An empty file is one that an earlier try has reserved.
  const target = size === undefined ? await reserve(file.path, journal) : noted;
  await writeRejected(file, format, journal.rejected(), target);
  return target;
}

/** Writes the rejected rows of a file over the reserved file, which stays empty on an error. */
async function writeRejected(
  file: InputFile,
  format: TransferFormat,
  reasons: ReadonlyMap<number, string>,
  target: string,
): Promise<void> {
  const draft = `${target}.${process.pid}.part`;
  let output: FileHandle | undefined;
  try {
    // After a crash, a process with the same ID may have left its draft.
    await rm(draft, { force: true });
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
  } catch (error) {
    await output?.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Creates an empty file with the first free name for rejected rows. Notes the name before there are rows, so that no other
 * file gets the same rows after a crash.
 * @throws system errors; TransferError of the journal
 */
async function reserve(file: string, journal: Journal): Promise<string> {
  for (let count = 1; ; count++) {
    const target = rejectedName(file, count);
    try {
      await (await open(target, 'wx', 0o600)).close();
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error;
      continue;
    }
    try {
      await journal.noteRejectedFile(path.basename(target));
      return target;
    } catch (error) {
      await rm(target, { force: true }).catch(() => undefined);
      throw error;
    }
  }
}

function sizeOf(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ size }) => size,
    () => undefined,
  );
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
