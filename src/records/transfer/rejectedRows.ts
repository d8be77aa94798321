import { open, rm, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { byteOrderMark, writeCells } from '../../csv/csv';
import { renameOver } from '../../files/privateFile';
import { writeJson } from '../../json/json';
import { safeCellText } from '../document/cells';
import { dialectOf, type TransferFormat } from './format';
import type { InputFile } from './inputFile';
import type { Journal } from './journal';
import { reasonColumn } from './mapping';
import { shortName } from './shortName';
import { readRows, type SourceRow } from './sourceRows';
import { systemCode } from './transferError';

/** Returns a path beside the imported file for its rejected rows. @param count a number above 1 is added to the name */
export function rejectedPath(file: string, count = 1): string {
  const { dir, name, ext } = path.parse(file);
  // A name may have 255 bytes; the suffixes, with that of the draft, need up to 32.
  return path.join(dir, `${shortName(name, 216)}.rejected${count === 1 ? '' : ` ${count}`}${ext}`);
}

/**
 * Writes the rejected rows of a complete import to a new file beside the imported file, in the same format, with the
 * reasons in one more column. Never replaces a file, because another import of the same file may have written it. Writes
 * nothing if this import has already written its file, because the user may have corrected it.
 * @returns the path of the file of rejected rows
 * @throws system errors; TransferError of the imported file or the journal
 */
export async function saveRejectedRows(file: InputFile, format: TransferFormat, journal: Journal): Promise<string> {
  // Only the base name is used, because a journal from somebody else must not lead to another folder.
  const notedPath = path.join(path.dirname(file.path), path.basename(journal.rejectedFile ?? ''));
  const size = journal.rejectedFile === undefined ? undefined : await sizeOf(notedPath);
  if (size !== undefined && size > 0) return notedPath;
  // An empty file was reserved by an earlier attempt.
  const target = size === undefined ? await reservePath(file.path, journal) : notedPath;
  await writeRowsTo(file, format, journal.rejectionReasons(), target);
  return target;
}

/** Replaces the reserved file with the rejected rows. After an error, it is still empty. */
async function writeRowsTo(
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
    if (dialect === undefined && format === 'json') await output.appendFile('[');
    for await (const rows of source.groups) {
      const pieces: string[] = [];
      for (const row of rows) {
        const reason = reasons.get(row.number);
        if (reason === undefined) continue;
        if (dialect !== undefined) {
          const header = source.header ?? [];
          if (count === 0)
            pieces.push(byteOrderMark, writeCells(withReason(header, header, reasonColumn), dialect), dialect.lineEnd);
          // The reason is a text of the service, which a spreadsheet must not evaluate.
          const cells = withReason(header, row.cells ?? [], safeCellText('string', reason));
          pieces.push(writeCells(cells, dialect), dialect.lineEnd);
        } else if (format === 'json') pieces.push(count === 0 ? '\n' : ',\n', jsonOf(row, reason));
        else pieces.push(jsonOf(row, reason), '\n');
        count++;
      }
      if (pieces.length > 0) await output.appendFile(pieces.join(''));
    }
    if (dialect === undefined && format === 'json') await output.appendFile('\n]\n');
    await output.close();
    await renameOver(draft, target);
  } catch (error) {
    await output?.close().catch(() => undefined);
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
}

/**
 * Creates an empty file with the first free name. Notes the name in the journal before any row is written, so that a
 * repetition after a crash does not write a second file.
 * @throws system errors; TransferError of the journal
 */
async function reservePath(file: string, journal: Journal): Promise<string> {
  for (let count = 1; ; count++) {
    const target = rejectedPath(file, count);
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

/** Replaces an earlier reason, or adds the reason after the cells that have a header. Excess cells follow. */
function withReason(header: readonly string[], cells: readonly string[], reason: string): string[] {
  const otherCells = header.flatMap((name, at) => (name === reasonColumn ? [] : [cells[at] ?? '']));
  return [...otherCells, reason, ...cells.slice(header.length)];
}

/** Returns a row with its reason as JSON. Keeps a row that is not a JSON object as text. */
function jsonOf({ fields, text }: SourceRow, reason: string): string {
  if (fields === undefined) return JSON.stringify({ [reasonColumn]: reason, text });
  const otherFields = [...fields].filter(([name]) => name !== reasonColumn);
  return writeJson(new Map([...otherFields, [reasonColumn, reason]]));
}
