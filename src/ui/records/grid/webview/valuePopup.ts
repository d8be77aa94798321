import { isJsonObject, isList, parseJson } from '../../../../json/json';
import type { FromPage, ToPage, Words } from '../protocol';
import { element } from './dom';
import { chordOf } from './keyboard';
import { button } from './toolbar';

type OpenPopup = Extract<ToPage, { type: 'value' }>;

interface PopupTargets {
  words: Words;
  post: (message: FromPage) => void;
  closed: () => void;
}

// Milliseconds without typing before a text is checked.
const rest = 150;

/** Opens an editor for one value: a long text, or JSON, which is checked during typing. */
export function openValue(value: OpenPopup, { words, post, closed }: PopupTargets): HTMLDialogElement {
  const [column = ''] = value.target.columns;
  const title = words.editValueOf.replace('{0}', column);
  const field = element('textarea', { spellcheck: 'false', 'aria-label': column, dir: 'auto', rows: 12 });
  const said = element('p', { class: 'said', role: 'status' });
  field.value = value.text;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isWarned = false;
  const check = (): boolean => {
    clearTimeout(timer);
    const problem = value.form === 'json' ? jsonProblem(field.value, value.of, words) : undefined;
    said.textContent = problem ?? '';
    if (problem === undefined) field.removeAttribute('aria-invalid');
    else field.setAttribute('aria-invalid', 'true');
    return problem === undefined;
  };
  const apply = () => {
    if (!check()) return field.focus();
    const { value: text } = field;
    post({ type: value.form === 'json' ? 'writeJson' : 'write', target: value.target, text });
    dialog.close();
  };
  const leave = () => {
    if (field.value === value.text || isWarned) return dialog.close();
    isWarned = true;
    said.textContent = words.discardValue;
  };
  const dialog = element(
    'dialog',
    { class: 'popup', 'aria-label': title },
    element('h2', { dir: 'auto' }, title),
    field,
    said,
    element('div', { class: 'buttons' }, button(words.apply, apply, 'primary'), button(words.cancel, leave)),
  );
  field.addEventListener('input', () => {
    isWarned = false;
    clearTimeout(timer);
    timer = setTimeout(check, rest);
  });
  dialog.addEventListener('cancel', event => {
    event.preventDefault();
    leave();
  });
  dialog.addEventListener('close', () => {
    clearTimeout(timer);
    dialog.remove();
    closed();
  });
  dialog.addEventListener('keydown', event => {
    // VS Code would change or save the document behind the editor.
    event.stopPropagation();
    const chord = chordOf(event);
    if (chord !== 'Ctrl+Enter' && chord !== 'Ctrl+s') return;
    event.preventDefault();
    apply();
  });
  document.body.append(dialog);
  dialog.showModal();
  field.setSelectionRange(0, 0);
  field.focus();
  return dialog;
}

/** @returns why a text is no valid value of a column, with line and column of the problem */
export function jsonProblem(text: string, type: string | undefined, words: Words): string | undefined {
  const parsed = parseJson(text);
  if ('problem' in parsed) {
    const before = text.slice(0, parsed.problem.start).split('\n');
    const place = [before.length, (before.at(-1) ?? '').length + 1];
    return words.notJson.replace('{0}', String(place[0])).replace('{1}', String(place[1]));
  }
  const { value } = parsed.node;
  if (value === null) return undefined;
  if (type === 'array' && !isList(value)) return words.notAList;
  return type !== undefined && objectTypes.has(type) && !isJsonObject(value) ? words.notAnObject : undefined;
}

const objectTypes: ReadonlySet<string> = new Set(['object', 'geojson', 'file']);
