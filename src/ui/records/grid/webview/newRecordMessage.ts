import type { PageMessage } from '../protocol';
import type { PageState } from './pageState';

/** Returns the message that adds a record behind the focused one, and the visible row where it will appear. */
export function newRecordMessage({ rows, selection, version, keys }: PageState): {
  message: PageMessage<'add'>;
  row: number;
} {
  const behind = rows.textRange(0, Math.max(0, selection.focus.row))?.to ?? -1;
  // Deleted records that followed the focused one stay directly behind it.
  return { message: { type: 'add', version, behind: keys[behind] ?? null }, row: rows.rowOf(behind + 1) };
}
