import type { FromPage, ToPage } from '../protocol';
import { CellSearch, nearestMatch, type Match } from './cellSearch';
import { element } from './dom';
import type { GridTable } from './gridTable';
import { chordOf, isInputKey } from './keys';
import { cellKey, type PageState } from './pageState';
import { selectionAt } from './selection';
import { button } from './toolbar';

// Milliseconds of one search slice, so that the browser can draw frames between slices.
const piece = 8;
const pause = 200;

interface FindTargets {
  post: (message: FromPage) => void;
  /** Stores the selection. */
  storeView: () => void;
}

/** Searches the loaded rows for a text. */
export class FindBar {
  readonly bar: HTMLElement;
  readonly #state: PageState;
  readonly #table: GridTable;
  readonly #targets: FindTargets;
  readonly #input: HTMLInputElement;
  readonly #count = element('span', { role: 'status', class: 'matches' });
  #search: CellSearch | undefined;
  #isDone = true;
  #at = -1;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(state: PageState, table: GridTable, targets: FindTargets) {
    this.#state = state;
    this.#table = table;
    this.#targets = targets;
    const { words } = state;
    this.#input = element('input', {
      type: 'text',
      'aria-label': words.find,
      placeholder: words.findHint,
      spellcheck: 'false',
    });
    this.bar = element(
      'div',
      { role: 'search', class: 'find', 'aria-label': words.find, hidden: '' },
      this.#input,
      this.#count,
      button(words.previousMatch, () => this.go(-1)),
      button(words.nextMatch, () => this.go(1)),
      button(words.findInTable, () => this.#findInTable(), 'link'),
      button(words.close, () => this.close()),
    );
    this.#input.addEventListener('input', () => this.#begin(true));
    this.bar.addEventListener('keydown', event => this.#onKey(event));
  }

  get isOpen(): boolean {
    return !this.bar.hidden;
  }

  open(): void {
    // The records could not be read.
    if (this.#table.scroller.hidden) return;
    this.bar.hidden = false;
    this.#input.focus();
    this.#input.select();
    this.#begin(false);
  }

  close(): void {
    this.bar.hidden = true;
    clearTimeout(this.#timer);
    this.#search = undefined;
    this.#showMatches();
    this.#table.focus(this.#state.selection.focus);
  }

  /** Moves to the next or previous match. */
  go(step: 1 | -1): void {
    const { matches } = this.#search ?? { matches: [] };
    if (matches.length === 0) return;
    this.#show((this.#at + step + matches.length) % matches.length);
  }

  /** Searches again after a pause, because rows have changed. */
  rowsChanged(): void {
    if (!this.isOpen) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#begin(false), pause);
  }

  /** Adds the extension's matches in cells that are cut on the screen. */
  receive({ text, cells }: Extract<ToPage, { type: 'found' }>): void {
    const { columns, rows } = this.#state;
    if (this.#search?.text !== text) return;
    const columnByName = new Map(columns.map(({ column }, at) => [column.name, at]));
    const matches = cells.flatMap(([row, name]): Match[] => {
      const column = columnByName.get(name);
      return column === undefined ? [] : [{ row: rows.rowOf(row), column }];
    });
    this.#search.add(matches);
    // Added matches move the current one, which is in the focused cell.
    this.#at = nearestMatch(this.#search.matches, this.#state.selection.focus);
    this.#showMatches();
  }

  /** Starts a search for the text of the input. @param isMoving true to select the nearest match */
  #begin(isMoving: boolean): void {
    clearTimeout(this.#timer);
    const text = this.#input.value;
    this.#search = text === '' ? undefined : new CellSearch(this.#state, text);
    this.#isDone = this.#search === undefined;
    this.#at = -1;
    if (this.#search === undefined) this.#showMatches();
    else this.#continue(this.#search, isMoving);
  }

  #continue(search: CellSearch, isMoving: boolean): void {
    if (search !== this.#search) return;
    this.#isDone = search.run(piece);
    const nearest = nearestMatch(search.matches, this.#state.selection.focus);
    if (isMoving && this.#at < 0 && nearest >= 0) this.#show(nearest);
    if (!this.#isDone) {
      this.#timer = setTimeout(() => this.#continue(search, isMoving));
      return;
    }
    if (!isMoving) this.#at = nearest;
    this.#showMatches();
    if (search.hasCut) this.#targets.post({ type: 'find', text: search.text });
  }

  #show(at: number): void {
    const match = this.#search?.matches[at];
    if (match === undefined) return;
    this.#at = at;
    this.#state.selection = selectionAt(match);
    this.#table.scrollTo(match);
    this.#targets.storeView();
    this.#showMatches();
  }

  #showMatches(): void {
    const { columns, words } = this.#state;
    const matches = this.#search?.matches ?? [];
    this.#state.matches = new Set(matches.map(({ row, column }) => cellKey(row, columns[column]?.column.name)));
    const numbers = words.matchOf.replace('{0}', String(this.#at + 1)).replace('{1}', String(matches.length));
    const text = matches.length > 0 ? numbers : this.#isDone ? words.noMatch : '…';
    this.#count.textContent = this.#search === undefined ? '' : text;
    this.#table.draw();
  }

  #findInTable(): void {
    if (this.#input.value !== '') this.#targets.post({ type: 'findInTable', text: this.#input.value });
  }

  #onKey(event: KeyboardEvent): void {
    const keys: Readonly<Record<string, () => void>> = {
      Escape: () => this.close(),
      ...(event.target === this.#input && { Enter: () => this.go(1), 'Shift+Enter': () => this.go(-1) }),
    };
    const run = event.isComposing ? undefined : keys[chordOf(event)];
    if (run !== undefined || (event.target === this.#input && isInputKey(event))) event.stopPropagation();
    if (run === undefined) return;
    event.preventDefault();
    run();
  }
}
