import { isJsonObject, isList, parseJson } from '../../../../json/json';
import type { FromPage, ToPage, Words } from '../protocol';
import { element } from './dom';
import { chordOf } from './keys';
import { asInInput, withLineBreaksOf } from './lineBreaks';
import type { PageState } from './pageState';
import { button } from './toolbar';

/** A dialog with the text that the user has typed so far. */
export type OpenPopup = Extract<ToPage, { type: 'value' }> & { typed?: string };

interface PopupTargets {
  state: Pick<PageState, 'words' | 'readOnly'>;
  post: (message: FromPage) => void;
  /** Stores the open dialog, because VS Code discards the page as soon as its tab is hidden. */
  store: (popup: OpenPopup | undefined) => void;
  closed: () => void;
}

// Milliseconds without typing before the JSON is checked.
const pause = 150;

/** A dialog to edit or read one value: a long text, or JSON, which is checked during typing. */
export class ValuePopup {
  readonly #value: OpenPopup;
  readonly #targets: PopupTargets;
  readonly #dialog: HTMLDialogElement;
  readonly #field: HTMLTextAreaElement;
  readonly #status = element('p', { class: 'status', role: 'status' });
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isWarned = false;

  constructor(value: OpenPopup, targets: PopupTargets) {
    this.#value = value;
    this.#targets = targets;
    const { words, readOnly } = targets.state;
    const [column = ''] = value.target.columns;
    const title = words.editValueOf.replace('{0}', column);
    this.#field = element('textarea', { spellcheck: 'false', 'aria-label': column, dir: 'auto', rows: 12 });
    this.#field.value = value.typed ?? value.text;
    this.#field.readOnly = readOnly;
    const buttons = readOnly
      ? [button(words.close, () => this.#leave())]
      : [button(words.apply, () => this.#apply(), 'primary'), button(words.cancel, () => this.#leave())];
    this.#dialog = element(
      'dialog',
      { class: 'popup', 'aria-label': title },
      element('h2', { dir: 'auto' }, title),
      this.#field,
      this.#status,
      element('div', { class: 'buttons' }, ...buttons),
    );
    this.#listen();
  }

  open(): void {
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#status.textContent = this.#value.reason ?? '';
    this.#field.setSelectionRange(0, 0);
    this.#field.focus();
    this.#store();
  }

  #store(): void {
    this.#targets.store({ ...this.#value, typed: this.#field.value });
  }

  #listen(): void {
    this.#field.addEventListener('input', () => {
      this.#isWarned = false;
      this.#store();
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#check(), pause);
    });
    this.#dialog.addEventListener('cancel', event => {
      event.preventDefault();
      this.#leave();
    });
    this.#dialog.addEventListener('close', () => {
      clearTimeout(this.#timer);
      this.#dialog.remove();
      this.#targets.store(undefined);
      this.#targets.closed();
    });
    this.#dialog.addEventListener('keydown', event => {
      // Keys in the dialog must not reach VS Code, which would change or save the document behind it.
      event.stopPropagation();
      const chord = chordOf(event);
      if (chord !== 'Ctrl+Enter' && chord !== 'Ctrl+s') return;
      event.preventDefault();
      if (!this.#targets.state.readOnly) this.#apply();
    });
  }

  #check(): boolean {
    clearTimeout(this.#timer);
    const { form, columnType } = this.#value;
    const problem = form === 'json' ? jsonProblem(this.#field.value, columnType, this.#targets.state.words) : undefined;
    this.#status.textContent = problem ?? '';
    if (problem === undefined) this.#field.removeAttribute('aria-invalid');
    else this.#field.setAttribute('aria-invalid', 'true');
    return problem === undefined;
  }

  #apply(): void {
    if (!this.#check()) return this.#field.focus();
    const { form, target, text: original, reason, before } = this.#value;
    const text = withLineBreaksOf(original, this.#field.value);
    const type = form === 'json' ? 'writeJson' : 'write';
    this.#targets.post({ type, target, text, before: reason === undefined ? original : before });
    this.#dialog.close();
  }

  /** Closes the dialog. If its text would be lost, warns first and closes at the second attempt. */
  #leave(): void {
    const { text, reason } = this.#value;
    if ((this.#field.value === asInInput(text) && reason === undefined) || this.#isWarned) return this.#dialog.close();
    this.#isWarned = true;
    this.#status.textContent = this.#targets.state.words.discardValue;
  }
}

/** Returns why a text is not a valid JSON value for a column type; `undefined` if it is valid. */
function jsonProblem(text: string, type: string | undefined, words: Words): string | undefined {
  const parsed = parseJson(text);
  if ('problem' in parsed) {
    const before = text.slice(0, parsed.problem.start).split('\n');
    const [line, column] = [before.length, (before.at(-1) ?? '').length + 1];
    return words.notJson.replace('{0}', String(line)).replace('{1}', String(column));
  }
  const { value } = parsed.node;
  if (value === null) return undefined;
  if (type === 'array' && !isList(value)) return words.notAList;
  return type !== undefined && objectTypes.has(type) && !isJsonObject(value) ? words.notAnObject : undefined;
}

const objectTypes: ReadonlySet<string> = new Set(['object', 'geojson', 'file']);
