import type { ShownCell } from '../../../../records/document/cells';
import type { ShownColumn, Words } from '../protocol';
import type { CellNotes } from './cellNotes';
import { element, setAttribute, setText } from './dom';
import { readCell, shownText } from './shownText';

// The number of characters at the end of an ID that stay visible in a narrow column: IDs of records that were created
// in the same second differ at their end.
const shownEnd = 6;

/**
 * Draws a cell. *null*, *missing* and the empty text are shown as words in a distinct style, so that they differ from
 * texts with the same words.
 */
export function showCell(
  target: HTMLElement,
  cell: ShownCell,
  column: ShownColumn,
  { words, language }: { words: Words; language: string },
  { mark, problem, pointed }: CellNotes,
): void {
  const { kind, text } = readCell(cell);
  const word =
    kind === 'm' ? words.missing : kind === 'n' ? words.null : kind === 's' && text === '' ? words.empty : undefined;
  const name = kind === 'p' ? pointed : undefined;
  const isId = word === undefined && typeof name !== 'string' && (kind === 'p' || column.name === 'id');
  setAttribute(target, 'data-kind', word === undefined ? kind : 'word');
  setAttribute(target, 'data-id', isId ? '' : undefined);
  if (isId) showId(target, text);
  // Shows line breaks as a symbol, to keep one line.
  else setText(target, word ?? name ?? shownText(cell, language).replaceAll(/\r?\n/g, '⏎'));
  // Texts in right-to-left scripts are displayed from right to left.
  setAttribute(target, 'dir', word === undefined && !isId ? 'auto' : undefined);
  setAttribute(target, 'data-mark', mark);
  setAttribute(target, 'aria-invalid', problem === undefined ? undefined : 'true');
  const markText = mark === 'changed' ? words.changedCell : mark === 'refused' ? words.refusedCell : undefined;
  const notes = [problem, markText, name === null ? words.noSuchRecord : undefined].filter(each => each !== undefined);
  setAttribute(target, 'aria-description', notes.join(' ') || undefined);
  // The tooltip shows the raw value if the cell displays it in another form or may cut it.
  const raw = kind === 't' || kind === 'p' || text.length > 12 ? text.slice(0, 500) : undefined;
  setAttribute(target, 'title', [...notes, raw].filter(each => each !== undefined).join('\n') || undefined);
}

function showId(target: HTMLElement, text: string): void {
  const cut = Math.max(0, text.length - shownEnd);
  const [head, tail] = target.children;
  if (head === undefined || tail === undefined || target.childNodes.length !== 2) {
    target.replaceChildren(
      element('span', { class: 'head' }, text.slice(0, cut)),
      element('span', {}, text.slice(cut)),
    );
    return;
  }
  setText(head, text.slice(0, cut));
  setText(tail, text.slice(cut));
}
