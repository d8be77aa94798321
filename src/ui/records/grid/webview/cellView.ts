import type { ShownCell } from '../../../../records/cells/cells';
import type { ShownColumn, Words } from '../protocol';
import { element, setAttribute, setText } from './dom';
import { readCell, shownText } from './shownText';

/** What is known about a cell beside its value. */
export interface CellNotes {
  mark?: 'changed' | 'refused' | undefined;
  problem?: string | undefined;
  /** The name of the record that a pointer leads to; `null`: there is no such record. */
  pointed?: string | null | undefined;
}

// The end of an ID tells records of the same second apart, so it stays visible in a narrow column.
const shownEnd = 6;

/** Draws a cell. *null*, *missing* and the empty text are words in another style, so that no text looks like them. */
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
  // One line: line ends are shown as a sign.
  else setText(target, word ?? name ?? shownText(cell, language).replaceAll(/\r?\n/g, '⏎'));
  // Text of a right-to-left script is drawn in its own direction.
  setAttribute(target, 'dir', word === undefined && !isId ? 'auto' : undefined);
  setAttribute(target, 'data-mark', mark);
  setAttribute(target, 'aria-invalid', problem === undefined ? undefined : 'true');
  const said = mark === 'changed' ? words.changedCell : mark === 'refused' ? words.refusedCell : undefined;
  const notes = [problem, said, name === null ? words.noSuchRecord : undefined].filter(each => each !== undefined);
  setAttribute(target, 'aria-description', notes.join(' ') || undefined);
  // The raw value stands on hover where something else is shown, or where it may be cut.
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
