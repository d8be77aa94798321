import type { ShownCell } from '../../../../records/cells/cells';
import { readCell } from './shownText';
import { element } from './dom';
import type { ShownColumn } from '../protocol';

/** An input in a cell, until it is left. */
export interface CellInput {
  /** Takes what was typed over, if it is something else; once. */
  commit(): void;
  cancel(): void;
}

interface InputActions {
  /** Something else stands there now. */
  changed: (text: string) => void;
  /** The input is gone. */
  closed: () => void;
}

/** Puts the input of a column into a cell. What is typed first takes the place of what stands there. */
export function openInput(
  cell: HTMLElement,
  column: ShownColumn,
  before: ShownCell,
  { changed, closed }: InputActions,
): CellInput {
  const { kind, text } = readCell(before);
  const shown = kind === 'm' || kind === 'n' ? '' : text;
  const field = fieldOf(column, shown);
  const old = field.value;
  let isOpen = true;
  const close = (): void => {
    isOpen = false;
    cell.classList.remove('editing');
    field.remove();
    delete cell.dataset['drawn'];
    closed();
  };
  const commit = (): void => {
    if (!isOpen) return;
    const { value } = field;
    // A date that lacks a part is none.
    const isHalf = field.validity.badInput;
    close();
    // What was not touched stays as it is written: a date with its own zone, a missing value.
    if (value !== old && !isHalf)
      changed(field.type === 'datetime-local' && value !== '' ? new Date(value).toISOString() : value);
  };
  cell.replaceChildren(field);
  cell.classList.add('editing');
  field.setAttribute('aria-label', column.name);
  field.addEventListener('blur', commit);
  field.focus();
  if (!(field instanceof HTMLSelectElement) && field.type !== 'datetime-local') field.select();
  return {
    commit,
    cancel: () => {
      if (isOpen) close();
    },
  };
}

function fieldOf(
  { input, choices }: ShownColumn,
  text: string,
): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
  if (input === 'choice') {
    const offered = choices.includes(text) ? choices : [text, ...choices];
    const select = element('select', {}, ...offered.map(choice => element('option', { value: choice }, choice)));
    select.value = text;
    return select;
  }
  const local = input === 'date' ? localDate(text) : undefined;
  if (local !== undefined) {
    const date = element('input', { type: 'datetime-local', step: '0.001' });
    date.value = local;
    // The browser knows no year of five digits.
    if (date.value !== '' || text === '') return date;
  }
  if (input === 'number') {
    const number = element('input', { type: 'text', inputmode: 'decimal', spellcheck: 'false', autocomplete: 'off' });
    number.value = text;
    return number;
  }
  const area = element('textarea', { rows: text.includes('\n') ? 4 : 1, spellcheck: 'false', dir: 'auto' });
  area.value = text;
  return area;
}

/** A date as the input of the browser takes it, in the person's own time; `undefined` for a text that is none. */
export function localDate(text: string): string | undefined {
  if (text === '') return '';
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().replace('Z', '');
}
