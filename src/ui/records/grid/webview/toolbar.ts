import type { FromPage, Words } from '../protocol';
import { element } from './dom';

interface ToolbarActions {
  post: (message: FromPage) => void;
  newRecord: () => void;
  find: () => void;
}

/** The toolbar above the grid. */
export class Toolbar {
  readonly bar: HTMLElement;
  /** The container of the paging controls. */
  readonly paging = element('div', { class: 'paging' });
  readonly #words: Words;
  readonly #post: (message: FromPage) => void;
  readonly #count = element('span', { class: 'count', role: 'status' });
  readonly #changes: HTMLElement;
  readonly #newRecord: HTMLElement;
  readonly #columns: HTMLElement;
  readonly #find: HTMLElement;
  readonly #about = element('span', { class: 'about' });
  readonly #status = element('span', { role: 'status', class: 'status' });

  constructor(words: Words, { post, newRecord, find }: ToolbarActions) {
    this.#words = words;
    this.#post = post;
    this.#changes = element(
      'div',
      { class: 'changes', hidden: '' },
      button(words.save, () => post({ type: 'save' }), 'primary'),
      button(words.discard, () => post({ type: 'discard' })),
    );
    this.#newRecord = button(words.newRecord, newRecord);
    this.#columns = button(words.columns, () => post({ type: 'chooseColumns' }));
    this.#find = button(words.find, find);
    this.bar = element(
      'div',
      { role: 'toolbar', class: 'bar', 'aria-label': words.records },
      this.#count,
      this.#changes,
      this.#newRecord,
      this.#columns,
      this.#find,
      button(words.asText, () => post({ type: 'reopenAsText' })),
      this.paging,
      this.#about,
      this.#status,
    );
  }

  /** @param isFixed true if the records are read-only */
  showAbout(text: string, isFixed: boolean): void {
    this.#about.textContent = text;
    this.#newRecord.hidden = isFixed;
    for (const node of [this.#columns, this.#find, this.paging]) node.hidden = false;
  }

  /**
   * Hides what concerns the earlier records. Unsaved changes keep their count and buttons.
   * @returns the reason, with buttons for the next step
   */
  showBroken({ text, isUnsaved }: { text: string; isUnsaved: boolean }): HTMLElement[] {
    for (const node of [this.#newRecord, this.#columns, this.#find, this.paging]) node.hidden = true;
    const asText = button(this.#words.asText, () => this.#post({ type: 'reopenAsText' }));
    const reason = element('p', {}, text);
    if (isUnsaved) return [reason, asText];
    this.showChanges(0);
    return [reason, button(this.#words.tryAgain, () => this.#post({ type: 'refresh' }), 'primary'), asText];
  }

  /** Shows the number of unsaved changes, with buttons to save or discard them. */
  showChanges(count: number): void {
    const { noChanges, oneChange, changes } = this.#words;
    const text = count === 0 ? noChanges : count === 1 ? oneChange : withCount(changes, count);
    if (this.#count.textContent !== text) this.#count.textContent = text;
    this.#count.classList.toggle('unseen', count === 0);
    this.#changes.hidden = count === 0;
  }

  say(text: string): void {
    this.#status.textContent = text;
  }
}

export function button(label: string, run: () => void, name?: string): HTMLButtonElement {
  const node = element('button', { type: 'button', ...(name === undefined ? {} : { class: name }) }, label);
  node.addEventListener('click', run);
  return node;
}

/** Replaces `{0}` in a text by a formatted number. */
export function withCount(text: string, count: number): string {
  return text.replace('{0}', count.toLocaleString(document.documentElement.lang || undefined));
}
