import type { FilterAnswer, FilterMessage, FilterWords } from '../filterProtocol';
import { element } from './dom';

/** Shows which records the page contains, with controls for other pages and the page size. */
export class Paging {
  readonly #parent: HTMLElement;
  readonly #text = element('span', { class: 'position', role: 'status' });
  readonly #first = element('button', { type: 'button' }, '«');
  readonly #previous = element('button', { type: 'button' }, '‹');
  readonly #next = element('button', { type: 'button' }, '›');
  readonly #size = element('select');
  readonly #all = element('button', { type: 'button', hidden: '' });
  readonly #post: (message: FilterMessage) => void;
  #limit = 0;
  /**
   * True while a key is down that moves through the sizes of the closed list. The browser reports each of them as a
   * change. In the open list, it reports only the chosen one, after the key is up.
   */
  #isMoving = false;

  constructor(parent: HTMLElement, post: (message: FilterMessage) => void) {
    this.#parent = parent;
    this.#post = post;
    parent.hidden = true;
    parent.append(this.#first, this.#previous, this.#text, this.#next, this.#size, this.#all);
    const pages = { first: this.#first, previous: this.#previous, next: this.#next, all: this.#all } as const;
    for (const to of ['first', 'previous', 'next', 'all'] as const) {
      pages[to].addEventListener('click', () => post({ type: 'turn', to }));
    }
    this.#size.addEventListener('change', () => this.#isMoving || this.#apply());
    this.#size.addEventListener('keydown', event => {
      event.stopPropagation();
      this.#isMoving = /^(?:Arrow|Page|Home$|End$|\d$)/.test(event.key);
      if (event.key === 'Enter') this.#apply();
    });
    this.#size.addEventListener('keyup', () => (this.#isMoving = false));
    this.#size.addEventListener('blur', () => {
      this.#isMoving = false;
      this.#size.value = String(this.#limit);
    });
  }

  #apply(): void {
    const limit = Number(this.#size.value);
    if (limit !== this.#limit) this.#post({ type: 'pageSize', limit });
  }

  setWords(words: FilterWords): void {
    for (const [button, label] of [
      [this.#first, words.first],
      [this.#previous, words.previous],
      [this.#next, words.next],
      [this.#size, words.pageSize],
    ] as const) {
      button.setAttribute('aria-label', label);
      button.title = label;
    }
  }

  show({ text, hasPrevious, hasNext, limit, sizes, loadAll }: Extract<FilterAnswer, { type: 'paging' }>): void {
    this.#limit = limit;
    this.#parent.hidden = false;
    if (this.#text.textContent !== text) this.#text.textContent = text;
    this.#first.disabled = !hasPrevious;
    this.#previous.disabled = !hasPrevious;
    this.#next.disabled = !hasNext;
    this.#size.replaceChildren(
      ...sizes.map(size =>
        element('option', { value: size, ...(size === limit ? { selected: '' } : {}) }, String(size)),
      ),
    );
    this.#all.hidden = loadAll === undefined;
    this.#all.textContent = loadAll ?? '';
  }
}
