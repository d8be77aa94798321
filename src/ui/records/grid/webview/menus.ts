import type { ShownCell } from '../../../../records/document/cells';
import type { GridActions } from './gridActions';
import { withHidden, withMoved, withPinned, withWidth } from './layout';
import type { MenuItem } from './menu';
import type { PageState } from './pageState';
import { withCount } from './toolbar';

/** Returns the menu groups for the selected cells. */
export function cellMenu(state: PageState, actions: GridActions): MenuItem[][] {
  const { words, readOnly, columns, selection } = state;
  const column = columns[selection.focus.column]?.column;
  const { records, changed } = actions.counts();
  if (records === 0) return [deletedItems(state, actions)];
  const isFixed = readOnly || column?.input === 'none';
  const change = (items: MenuItem[]) => (isFixed ? [] : items);
  const isPointer = column?.target !== undefined && cellAt(state).startsWith('p');
  return [
    [
      ...change([{ label: words.edit, key: 'Enter', run: () => actions.edit() }]),
      { label: words.editInText, run: () => actions.openText() },
      ...(isPointer ? [{ label: words.goToRecord, run: () => actions.goToRecord() }] : []),
      { label: words.copy, key: 'Ctrl+C', run: () => actions.copy() },
      { label: words.copyExact, run: () => actions.copy({ isExact: true }) },
      ...change([{ label: words.cut, key: 'Ctrl+X', run: () => actions.copy({ isCut: true }) }]),
    ],
    change([
      { label: words.setNull, key: 'Shift+Delete', run: () => actions.set('null') },
      { label: words.setMissing, key: 'Delete', run: () => actions.set('missing') },
      { label: words.setEmpty, key: 'Alt+Delete', run: () => actions.set('empty') },
      { label: words.fillDown, key: 'Ctrl+D', run: () => actions.fillDown() },
    ]),
    changed === 0 || readOnly
      ? []
      : [{ label: several(words.revertCell, words.revertCells, changed), run: () => actions.revertCells() }],
    column?.isComparable === true
      ? [
          { label: words.filterBy, run: () => actions.filter('$eq') },
          { label: words.exclude, run: () => actions.filter('$ne') },
        ]
      : [],
    readOnly
      ? []
      : [
          {
            label: several(words.duplicateRecord, words.duplicateRecords, records),
            run: () => actions.duplicateRecords(),
          },
          { label: several(words.deleteRecord, words.deleteRecords, records), run: () => actions.deleteRecords() },
        ],
    deletedItems(state, actions),
  ];
}

function deletedItems({ words, readOnly }: PageState, actions: GridActions): MenuItem[] {
  const { length } = actions.deleted();
  if (length === 0 || readOnly) return [];
  return [{ label: several(words.restoreRecord, words.restoreRecords, length), run: () => actions.restoreRecords() }];
}

function cellAt({ columns, rows, selection: { focus } }: PageState): ShownCell {
  return rows.cellsAt(focus.row)?.[columns[focus.column]?.index ?? -1] ?? '';
}

/** Returns the menu groups for the focused column header. */
export function columnMenu(state: PageState, actions: GridActions): MenuItem[][] {
  const { words, layout, columns, selection } = state;
  const placed = columns[selection.focus.column];
  if (placed === undefined) return [];
  const { column, width, isPinned } = placed;
  const { name } = column;
  const isSortedByOthers = state.all.some(other => other.sorted !== undefined && other.name !== name);
  return [
    column.isServed
      ? [
          { label: words.sortUp, run: () => actions.sort(name, 'ascending') },
          { label: words.sortDown, run: () => actions.sort(name, 'descending') },
          ...(isSortedByOthers
            ? [
                {
                  label: words.alsoSortUp,
                  key: 'Shift+Enter',
                  run: () => actions.sort(name, 'ascending', { isAdded: true }),
                },
                { label: words.alsoSortDown, run: () => actions.sort(name, 'descending', { isAdded: true }) },
              ]
            : []),
          ...(column.sorted === undefined
            ? []
            : [{ label: words.unsort, run: () => actions.sort(name, undefined, { isAdded: isSortedByOthers }) }]),
          ...(column.isFiltered ? [{ label: words.unfilter, run: () => actions.unfilter(name) }] : []),
        ]
      : [],
    [
      { label: isPinned ? words.unpin : words.pin, run: () => actions.arrange(withPinned(layout, name, !isPinned)) },
      { label: words.moveLeft, run: () => actions.arrange(withMoved(layout, state.all, name, -1)) },
      { label: words.moveRight, run: () => actions.arrange(withMoved(layout, state.all, name, 1)) },
      { label: words.wider, run: () => actions.arrange(withWidth(layout, name, width + 40)) },
      { label: words.narrower, run: () => actions.arrange(withWidth(layout, name, width - 40)) },
      ...(columns.length > 1 ? [{ label: words.hide, run: () => actions.arrange(withHidden(layout, name)) }] : []),
      { label: words.columns, run: () => actions.chooseColumns() },
    ],
  ];
}

function several(one: string, many: string, count: number): string {
  return count === 1 ? one : withCount(many, count);
}
