import type { GridActions } from './gridActions';
import type { GridTable } from './gridTable';
import type { PageState } from './pageState';
import { movedSelection } from './selection';

type GridAction = (actions: GridActions) => void;

/** Keys in a cell or column header while no cell is edited. `Ctrl` is also Command on a Mac. */
const cellKeys: Readonly<Record<string, GridAction>> = {
  Enter: actions => actions.editOrSort(),
  'Shift+Enter': actions => actions.editOrSort({ isAdded: true }),
  F2: actions => actions.editOrSort(),
  'Ctrl+a': actions => actions.selectAll(),
  'Ctrl+d': actions => actions.fillDown(),
  'Shift+ ': actions => actions.selectLine('row'),
  'Ctrl+ ': actions => actions.selectLine('column'),
};

/** Keys that work only in cells, not in column headers. */
const valueKeys: Readonly<Record<string, GridAction>> = Object.fromEntries(
  ['Delete', 'Backspace'].flatMap(key => [
    [key, (actions: GridActions) => actions.set('missing')],
    [`Shift+${key}`, (actions: GridActions) => actions.set('null')],
    [`Alt+${key}`, (actions: GridActions) => actions.set('empty')],
  ]),
);

/** Keys in an open input. */
const inputKeys: Readonly<Record<string, GridAction>> = {
  Escape: actions => actions.cancelEdit(),
  Enter: actions => actions.commitAndGo('down'),
  'Ctrl+Enter': actions => actions.commitAndGo('down'),
  Tab: actions => actions.commitAndGo('next'),
  'Shift+Tab': actions => actions.commitAndGo('before'),
  'Ctrl+s': actions => {
    // Sends the edit before the save. If VS Code handled the key, it would save without the edit.
    actions.commitAndGo('stay');
    actions.save();
  },
};

/** Returns the key of an event with its modifiers, for example `Ctrl+Shift+a`. */
export function chordOf({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): string {
  const modifiers = [ctrlKey || metaKey ? 'Ctrl' : '', altKey ? 'Alt' : '', shiftKey ? 'Shift' : ''];
  return [...modifiers.filter(each => each !== ''), key.length === 1 ? key.toLowerCase() : key].join('+');
}

/** Letters of the shortcuts that a text input handles itself. VS Code would apply undo or copy to the document. */
const inputLetters = 'acvxyz';

/** Whether a key belongs to a text input. All other keys are commands of the page or of VS Code. */
export function isInputKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const isLetter = key.length === 1 && key !== ' ' && !inputLetters.includes(key.toLowerCase());
  return !((ctrlKey || metaKey) && isLetter) && !altKey && !/^F\d+$/.test(key);
}

interface KeyTargets {
  actions: GridActions;
  showMenu: () => void;
}

/** Handles the keys of the grid. */
export function listenToKeys(state: PageState, table: GridTable, { actions, showMenu }: KeyTargets): void {
  table.scroller.addEventListener('keydown', event => {
    if (actions.isEditing) {
      const action = event.isComposing ? undefined : actionOf(inputKeys, chordOf(event));
      if (action !== undefined) event.preventDefault();
      action?.(actions);
      // Keys in an input must not reach VS Code, which would apply undo to the document.
      event.stopPropagation();
      return;
    }
    if (table.positionOf(event.target) === undefined || !onCellKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });

  /** @returns true if the grid handled the key */
  function onCellKey(event: KeyboardEvent): boolean {
    const { key } = event;
    const chord = chordOf(event);
    const isValue = state.selection.focus.row >= 0;
    if (chord === 'ContextMenu' || chord === 'Shift+F10') {
      showMenu();
      return true;
    }
    const value = actionOf(valueKeys, chord);
    const action = actionOf(cellKeys, chord);
    if (value !== undefined) {
      if (isValue) value(actions);
      return true;
    }
    if (action !== undefined) {
      action(actions);
      return true;
    }
    if (event.altKey) return false;
    const far = event.ctrlKey || event.metaKey;
    const next = movedSelection(state.selection, key, actions.size, { extend: event.shiftKey, far });
    if (next !== undefined) {
      actions.select(next);
      return true;
    }
    // A printable key opens the input and is then typed into it. `Process` is the first key of an input method.
    if (isValue && !far && (key === 'Process' || (key.length === 1 && key !== ' '))) {
      actions.edit();
      event.stopPropagation();
    }
    return false;
  }
}

function actionOf(keys: Readonly<Record<string, GridAction>>, chord: string): GridAction | undefined {
  return Object.hasOwn(keys, chord) ? keys[chord] : undefined;
}
