import type { ShownCell } from '../../../../records/document/cells';
import { withLineBreaksOf } from './lineBreaks';
import { readCell } from './shownText';
import { element } from './dom';
import type { ShownColumn } from '../protocol';

/** An open input in a cell. */
export interface CellInput {
  /** Closes the input and applies its text if it was changed. Does nothing if the input is closed. */
  commit(): void;
  cancel(): void;
}

interface InputActions {
  /** Called with the new text if the user changed it. */
  changed: (text: string) => void;
  /** Called when the input has closed. */
  closed: () => void;
}

/** Opens the input for a column in a cell. Selects the content of a text input, so that typing replaces it. */
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
    // The browser reports a partial date as bad input, and accepts years with six digits, which are no ISO 8601.
    const isBad = field.validity.badInput || field.validity.rangeOverflow;
    close();
    // An untouched value is not rewritten: a date keeps its time zone, and a missing value stays missing.
    if (value !== old && !isBad)
      changed(
        field.type === 'datetime-local' && value !== ''
          ? new Date(value).toISOString()
          : withLineBreaksOf(shown, value),
      );
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
    const date = element('input', { type: 'datetime-local', step: '0.001', max: '9999-12-31T23:59:59.999' });
    date.value = local;
    // The date input stays empty for dates that it does not support, such as years with five digits.
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

/** Formats a date for a `datetime-local` input, in local time; `undefined` if the text is not a date. */
function localDate(text: string): string | undefined {
  if (text === '') return '';
  const date = new Date(text);
  if (Number.isNaN(date.getTime())) return undefined;
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().replace('Z', '');
}
