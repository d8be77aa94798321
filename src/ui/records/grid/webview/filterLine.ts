import type { FilterAnswer, FilterMessage, FilterWords, ShownSuggestion } from '../filterProtocol';
import { element } from './dom';
import { isInputKey } from './keys';
import { Paging } from './paging';

interface FilterParts {
  /** The containers of the line and the paging. */
  line: HTMLElement;
  paging: HTMLElement;
  post: (message: FilterMessage) => void;
  /** Returns the focus to the cells. */
  leave: () => void;
}

export interface MountedFilter {
  /** @returns true if the message belongs to the filter */
  receive: (message: { type: string }) => boolean;
  /** Focuses the line and sets its text, if given. */
  focus: (text?: string) => void;
}

/** Creates the filter line above the table, and the paging in the toolbar. */
export function mountFilter(parts: FilterParts): MountedFilter {
  const line = new FilterLine(parts);
  const paging = new Paging(parts.paging, parts.post);
  return {
    focus: text => line.focus(text),
    receive(message) {
      if (!isAnswer(message)) return false;
      switch (message.type) {
        case 'filterApplied':
          line.show(message.text, message.words);
          paging.setWords(message.words);
          break;
        case 'filterChecked':
          line.showCheck(message);
          break;
        case 'filterText':
          line.focus(message.text);
          break;
        case 'paging':
          paging.show(message);
      }
      return true;
    },
  };
}

function isAnswer(message: { type: string }): message is FilterAnswer {
  return ['filterApplied', 'filterChecked', 'filterText', 'paging'].includes(message.type);
}

// Milliseconds without typing before a filter is checked.
const pause = 120;

class FilterLine {
  readonly #parts: FilterParts;
  readonly #input = element('input', {
    type: 'text',
    role: 'combobox',
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-autocomplete': 'list',
    'aria-expanded': 'false',
    'aria-controls': 'filterList',
    'aria-describedby': 'filterProblem',
  });
  /** An element behind the input that underlines the invalid parts. */
  readonly #marks = element('div', { class: 'filterMarks', 'aria-hidden': 'true' });
  readonly #list = element('div', { role: 'listbox', id: 'filterList', class: 'menu', hidden: '' });
  readonly #problem = element('div', { id: 'filterProblem', class: 'filterProblem', role: 'status', hidden: '' });
  readonly #json = element('button', { type: 'button', 'aria-pressed': 'false' });
  readonly #clear = element('button', { type: 'button' });
  #suggestions: readonly ShownSuggestion[] = [];
  #active = -1;
  /** The filter of the document. */
  #applied = '';
  #timer = 0;
  /** True if the next answer opens the list. */
  #opensList = false;

  constructor(parts: FilterParts) {
    this.#parts = parts;
    const field = element('div', { class: 'filterField' }, this.#marks, this.#input, this.#list);
    const recent = element('button', { type: 'button', class: 'recent' });
    parts.line.append(field, this.#json, recent, this.#clear, this.#problem);
    recent.addEventListener('click', () => parts.post({ type: 'filterRecent' }));
    this.#json.addEventListener('click', () => parts.post({ type: 'filterForm', text: this.#input.value }));
    this.#clear.addEventListener('click', () => parts.post({ type: 'filterApply', text: '' }));
    this.#input.addEventListener('input', () => this.#onInput());
    this.#input.addEventListener('keydown', event => this.#onKey(event));
    this.#input.addEventListener('scroll', () => (this.#marks.scrollLeft = this.#input.scrollLeft));
    this.#input.addEventListener('focus', () => this.#requestCheck(this.#input.value === ''));
    this.#input.addEventListener('blur', () => this.#close());
    // The cells must not handle copy, cut and paste in the input.
    for (const type of ['copy', 'cut', 'paste']) parts.line.addEventListener(type, event => event.stopPropagation());
  }

  show(text: string, words: FilterWords): void {
    const [, , recent] = this.#parts.line.children;
    this.#input.placeholder = words.example;
    this.#input.setAttribute('aria-label', words.filter);
    this.#list.setAttribute('aria-label', words.suggestions);
    this.#json.textContent = words.json;
    this.#clear.textContent = words.clear;
    if (recent !== undefined) recent.textContent = words.recent;
    // Keeps a text that the user has typed and not applied yet.
    if (this.#input.value === this.#applied) this.#input.value = text;
    this.#applied = text;
    this.#drawState();
  }

  focus(text = this.#input.value): void {
    this.#input.value = text;
    this.#input.focus();
    this.#input.setSelectionRange(text.length, text.length);
    this.#drawState();
    this.#requestCheck(false);
  }

  showCheck({ text, problems, suggestions }: Extract<FilterAnswer, { type: 'filterChecked' }>): void {
    if (text !== this.#input.value) return;
    const parts: (Node | string)[] = [];
    let at = 0;
    for (const [start, end, , severity] of [...problems].sort(([one], [other]) => one - other)) {
      if (start < at) continue;
      parts.push(
        text.slice(at, start),
        element('span', { class: severity }, text.slice(start, Math.max(end, start + 1)) || ' '),
      );
      at = Math.max(end, start + 1);
    }
    this.#marks.replaceChildren(...parts, text.slice(at));
    this.#marks.scrollLeft = this.#input.scrollLeft;
    const [, , sentence = '', severity = ''] = problems.find(([, , , each]) => each === 'error') ?? problems[0] ?? [];
    this.#problem.textContent = sentence;
    this.#problem.className = `filterProblem ${severity}`;
    this.#problem.hidden = sentence === '';
    this.#input.setAttribute('aria-invalid', String(severity === 'error'));
    this.#suggestions = suggestions;
    if (this.#opensList && document.activeElement === this.#input && suggestions.length > 0) this.#open();
    else this.#close();
  }

  #onInput(): void {
    this.#drawState();
    this.#marks.replaceChildren();
    this.#requestCheck(true);
  }

  /** Requests a check of the input after a pause. @param isOpening true to open the list with the suggestions */
  #requestCheck(isOpening: boolean): void {
    this.#opensList = isOpening;
    clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => {
      const { value, selectionStart } = this.#input;
      this.#parts.post({ type: 'filterTyped', text: value, offset: selectionStart ?? value.length });
    }, pause);
  }

  #drawState(): void {
    const { value } = this.#input;
    this.#json.setAttribute('aria-pressed', String(value.trimStart().startsWith('{')));
    this.#clear.hidden = this.#applied === '';
    if (value !== '' && value !== this.#applied) return;
    this.#marks.replaceChildren();
    this.#problem.hidden = true;
    this.#input.setAttribute('aria-invalid', 'false');
  }

  #open(): void {
    this.#active = -1;
    this.#list.replaceChildren(
      ...this.#suggestions.map(({ label, detail }, index) => {
        const option = element(
          'div',
          { role: 'option', id: `filterOption${index}`, 'aria-selected': 'false' },
          element('span', {}, label),
          element('span', { class: 'detail' }, detail),
        );
        // A click would move the focus out of the input, so the default action is prevented.
        option.addEventListener('mousedown', event => {
          event.preventDefault();
          this.#accept(index);
        });
        return option;
      }),
    );
    this.#list.hidden = false;
    this.#input.setAttribute('aria-expanded', 'true');
  }

  #close(): void {
    this.#list.hidden = true;
    this.#active = -1;
    this.#input.setAttribute('aria-expanded', 'false');
    this.#input.removeAttribute('aria-activedescendant');
  }

  #move(step: 1 | -1): void {
    const count = this.#suggestions.length;
    this.#active = this.#active < 0 && step < 0 ? count - 1 : (this.#active + step + count) % count;
    [...this.#list.children].forEach((option, index) => {
      option.setAttribute('aria-selected', String(index === this.#active));
      if (index === this.#active) option.scrollIntoView({ block: 'nearest' });
    });
    this.#input.setAttribute('aria-activedescendant', `filterOption${this.#active}`);
  }

  #accept(index: number): void {
    const chosen = this.#suggestions[index];
    if (chosen === undefined) return;
    const { value } = this.#input;
    const before = value.slice(0, chosen.start) + chosen.insert;
    this.#input.value = before + value.slice(chosen.end);
    this.#input.setSelectionRange(before.length, before.length);
    this.#close();
    this.#onInput();
  }

  #onKey(event: KeyboardEvent): void {
    const { key, isComposing, ctrlKey } = event;
    const isOpen = !this.#list.hidden;
    if (isInputKey(event)) event.stopPropagation();
    if (isComposing) return;
    if (key === 'Enter') {
      if (isOpen && this.#active >= 0) this.#accept(this.#active);
      else this.#parts.post({ type: 'filterApply', text: this.#input.value });
    } else if (key === 'Tab' && isOpen && this.#active >= 0) this.#accept(this.#active);
    else if (key === 'Escape') this.#escape(isOpen);
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && isOpen) this.#move(key === 'ArrowDown' ? 1 : -1);
    else if (key === 'ArrowDown' || (key === ' ' && ctrlKey)) this.#requestCheck(true);
    else return;
    event.preventDefault();
  }

  #escape(isOpen: boolean): void {
    if (isOpen) return this.#close();
    if (this.#input.value === this.#applied) return this.#parts.leave();
    this.#input.value = this.#applied;
    clearTimeout(this.#timer);
    this.#drawState();
  }
}
