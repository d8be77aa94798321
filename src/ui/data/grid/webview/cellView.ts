import type { ShownCell } from '../../../../data/cells';
import type { Words } from '../protocol';
import { setAttribute, setText } from './dom';

/** What stands in a cell, as text; `kind` is a letter of `ShownCell`, or `m` for a missing value. */
export function readCell(cell: ShownCell): { kind: string; text: string } {
  return cell === '' ? { kind: 'm', text: '' } : { kind: cell.charAt(0), text: cell.slice(1) };
}

/** Draws a cell. *null*, *missing* and the empty text are words in another style, so that no text looks like them. */
export function showCell(target: HTMLElement, cell: ShownCell, words: Words, problem: string | undefined): void {
  const { kind, text } = readCell(cell);
  const word =
    kind === 'm' ? words.missing : kind === 'n' ? words.null : kind === 's' && text === '' ? words.empty : undefined;
  setAttribute(target, 'data-kind', word === undefined ? kind : 'word');
  // One line: line ends are shown as what they are.
  setText(target, word ?? text.replaceAll(/\r?\n/g, '⏎'));
  // Text of a right-to-left script is drawn in its own direction.
  setAttribute(target, 'dir', word === undefined ? 'auto' : undefined);
  setAttribute(target, 'aria-invalid', problem === undefined ? undefined : 'true');
  setAttribute(target, 'aria-description', problem);
  setAttribute(target, 'title', problem ?? (text.length > 12 ? text.slice(0, 500) : undefined));
}
