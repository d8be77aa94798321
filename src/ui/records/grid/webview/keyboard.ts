import type { GridActions } from './gridActions';
import type { GridTable } from './gridTable';
import { chordOf, startsInput } from './keys';
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
    const far = event.ctrlKey || event.metaKey;
    const next = event.altKey
      ? undefined
      : movedSelection(state.selection, event.key, actions.size, { extend: event.shiftKey, far });
    if (next !== undefined) {
      actions.select(next);
      return true;
    }
    if (isValue && startsInput(event)) {
      actions.edit();
      event.stopPropagation();
    }
    return false;
  }
}

function actionOf(keys: Readonly<Record<string, GridAction>>, chord: string): GridAction | undefined {
  return Object.hasOwn(keys, chord) ? keys[chord] : undefined;
}
