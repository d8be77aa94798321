import { rm, stat } from 'node:fs/promises';
import { Journal } from '../../../records/transfer/journal';

/**
 * Removes the journal of a complete import, or of an import that begins again. Called when a new import begins or
 * before its few rows are opened: until then the report is available, and an interrupted import can be continued.
 */
export async function removeJournal(journalFile: string, startsOver: boolean): Promise<void> {
  const journal = await Journal.resume(journalFile);
  await journal?.close();
  if (journal !== undefined && (journal.isComplete || startsOver)) await rm(journalFile);
}

/** Returns when a journal was written last; `undefined` without a journal. */
export function changeTime(file: string): Promise<number | undefined> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  );
}
