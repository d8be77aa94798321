import type { ShownCell } from '../../../../records/document/cells';
import { readCell } from './shownText';
import { element } from './dom';
import type { ShownColumn } from '../protocol';

/** An input in a cell. */
export interface CellInput {
  /** Applies the typed text once, if it differs. */
  commit(): void;
  cancel(): void;
}

interface InputActions {
  /** Called with a changed text. */
  changed: (text: string) => void;
  /** Called when the input has closed. */
  closed: () => void;
}

/** Opens the input of a column in a cell. The first typed text replaces the content. */
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
    // The browser reports a partial date as bad input.
    const isHalf = field.validity.badInput;
    close();
    // Keeps an untouched value as it is written, for example a date with its own time zone, or a missing value.
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
    // The browser does not support years with five digits, so these use a text input.
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

/** Formats a date for the browser's input, in local time; `undefined` if the text is no date. */
function localDate(text: string): string | undefined {
  if (text === '') return '';
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().replace('Z', '');
}
