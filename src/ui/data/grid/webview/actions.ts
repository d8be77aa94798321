import type { FromPage, Layout } from '../protocol';
import { range, targetOf } from '../target';
import { openInput, type CellInput } from './input';
import { withHidden, withMoved, withPinned, withWidth } from './layout';
import { openMenu, type MenuItem } from './menu';
import { listenToMouse } from './mouse';
import type { PageState } from './pageState';
import { allCells, lineOf, moved, nextCell, rectangleOf, selectionAt, type Place, type Selection } from './selection';
import type { Table } from './table';

interface ActionTargets {
  post: (message: FromPage) => void;
  say: (text: string) => void;
  relayout: (layout: Layout) => void;
  /** Remembers where the person is. */
  keep: () => void;
}

export interface Actions {
  newRecord: () => void;
  /** Ends an input whose cell is going to be another one. */
  leave: () => void;
}

/** What a person does with keys and the mouse. */
export function createActions(state: PageState, table: Table, { post, say, relayout, keep }: ActionTargets): Actions {
  let input: CellInput | undefined;
  const size = () => ({ rows: state.rows.length, columns: state.columns.length, page: table.page() });
  const columnAt = ({ column }: Place) => state.columns[column];
  const select = (selection: Selection): void => {
    state.selection = selection;
    table.focus(selection.focus);
    say('');
    keep();
  };
  const view = () => ({ ...state, columns: state.all });
  /** The selected rows and columns. */
  const chosen = () => {
    const found = rectangleOf(state.selection);
    if (found === undefined || state.rows.length === 0) return undefined;
    const { top, bottom, left, right } = found;
    const names = state.columns.slice(left, right + 1).map(({ column }) => column.name);
    return names.length === 0 ? undefined : { top, bottom, left, names };
  };
  /** The selected cells, for a message. */
  const cells = () => {
    const found = chosen();
    return found && targetOf(view(), range(found.top, found.bottom), found.names);
  };
  /** The cell with the keyboard, for a message. */
  const cell = () => {
    const { focus } = state.selection;
    const column = columnAt(focus)?.column.name;
    return focus.row < 0 || focus.row >= state.rows.length || column === undefined
      ? undefined
      : targetOf(view(), [focus.row], [column]);
  };
  const set = (value: 'null' | 'missing' | 'empty'): void => {
    const target = cells();
    if (target !== undefined) post({ type: 'set', target, value });
  };
  const copy = (cut: boolean): void => {
    const target = cells();
    if (target !== undefined) post({ type: 'copy', target, cut });
  };
  const fillDown = (): void => {
    const target = cells();
    if (target !== undefined) post({ type: 'fillDown', target });
  };
  const onRows = (type: 'duplicate' | 'delete'): void => {
    const found = chosen();
    // The user saw whole records.
    if (found !== undefined) post({ type, target: targetOf(view(), range(found.top, found.bottom)) });
  };
  const newRecord = (): void => {
    const behind = state.rows.length === 0 ? -1 : Math.max(0, state.selection.focus.row);
    post({ type: 'add', version: state.version, behind: state.keys[behind] ?? null });
    select(selectionAt({ row: behind + 1, column: Math.min(state.selection.focus.column, state.columns.length - 1) }));
  };
  const openText = (): void => {
    const target = cell();
    if (target !== undefined) post({ type: 'openText', target });
  };
  const sort = (column: string, direction: 'ascending' | 'descending' | undefined): void => {
    post({ type: 'sort', column, ...(direction === undefined ? {} : { direction }) });
  };
  const filter = (operator: '$eq' | '$ne'): void => {
    const target = cell();
    if (target !== undefined) post({ type: 'filter', target, operator });
  };

  const edit = (): void => {
    const { focus } = state.selection;
    // What the user saw when the input opened.
    const target = cell();
    const placed = columnAt(focus);
    const element = table.cellAt(focus);
    const before = state.rows[focus.row]?.[placed?.index ?? -1];
    if (target === undefined || placed === undefined || element === undefined || before === undefined) return;
    const kind = placed.column.input;
    if (kind === 'none' || state.readOnly) return;
    // What is cut on the screen, or has a form of its own, is not edited in one line.
    const isElsewhere = kind === 'elsewhere' || before.startsWith('S') || before.startsWith('j');
    if (isElsewhere) return post({ type: kind === 'elsewhere' ? 'editElsewhere' : 'openText', target });
    input = openInput(element, placed.column, before, {
      changed: text => post({ type: 'write', target, text }),
      closed: () => {
        input = undefined;
        table.draw();
      },
    });
  };

  const cellMenu = (): MenuItem[][] => {
    const { words } = state;
    const placed = columnAt(state.selection.focus);
    const isFixed = state.readOnly || placed?.column.input === 'none';
    const change = (items: MenuItem[]) => (isFixed ? [] : items);
    return [
      [
        ...change([{ label: words.edit, key: 'Enter', run: edit }]),
        { label: words.editInText, run: openText },
        { label: words.copy, key: 'Ctrl+C', run: () => copy(false) },
        ...change([{ label: words.cut, key: 'Ctrl+X', run: () => copy(true) }]),
      ],
      change([
        { label: words.setNull, key: 'Shift+Delete', run: () => set('null') },
        { label: words.setMissing, key: 'Delete', run: () => set('missing') },
        { label: words.setEmpty, key: 'Alt+Delete', run: () => set('empty') },
        { label: words.fillDown, key: 'Ctrl+D', run: fillDown },
      ]),
      placed?.column.isCompared === true
        ? [
            { label: words.filterBy, run: () => filter('$eq') },
            { label: words.exclude, run: () => filter('$ne') },
          ]
        : [],
      state.readOnly ? [] : [{ label: words.duplicateRecord, run: () => onRows('duplicate') }],
      state.readOnly ? [] : [{ label: words.deleteRecord, run: () => onRows('delete') }],
    ];
  };

  const columnMenu = (): MenuItem[][] => {
    const placed = columnAt(state.selection.focus);
    if (placed === undefined) return [];
    const { words, layout, columns } = state;
    const { column, width, isPinned } = placed;
    const { name } = column;
    const arrange = (changed: Layout): void => {
      relayout(changed);
      post({ type: 'layout', layout: changed });
    };
    return [
      column.isServed
        ? [
            { label: words.sortUp, run: () => sort(name, 'ascending') },
            { label: words.sortDown, run: () => sort(name, 'descending') },
            ...(column.sorted === undefined ? [] : [{ label: words.unsort, run: () => sort(name, undefined) }]),
            ...(column.isFiltered
              ? [{ label: words.unfilter, run: () => post({ type: 'unfilter', column: name }) }]
              : []),
          ]
        : [],
      [
        { label: isPinned ? words.unpin : words.pin, run: () => arrange(withPinned(layout, name, !isPinned)) },
        { label: words.moveLeft, run: () => arrange(withMoved(layout, state.all, name, -1)) },
        { label: words.moveRight, run: () => arrange(withMoved(layout, state.all, name, 1)) },
        { label: words.wider, run: () => arrange(withWidth(layout, name, width + 40)) },
        { label: words.narrower, run: () => arrange(withWidth(layout, name, width - 40)) },
        ...(columns.length > 1 ? [{ label: words.hide, run: () => arrange(withHidden(layout, name)) }] : []),
        { label: words.columns, run: () => post({ type: 'chooseColumns' }) },
      ],
    ];
  };

  const showMenu = (at?: { x: number; y: number }): void => {
    const { focus } = state.selection;
    const box = table.cellAt(focus)?.getBoundingClientRect();
    const place = at ?? { x: (box?.left ?? 0) + 8, y: box?.bottom ?? 0 };
    openMenu(state.words.edit, place, focus.row < 0 ? columnMenu() : cellMenu(), () =>
      table.focus(state.selection.focus),
    );
  };

  /** @returns whether the key was one of the grid's */
  const onKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey: extend, altKey } = event;
    const far = event.ctrlKey || event.metaKey;
    const { focus } = state.selection;
    const isName = focus.row < 0;
    if (key === 'Delete' || key === 'Backspace') {
      if (!isName && !state.readOnly) set(altKey ? 'empty' : extend ? 'null' : 'missing');
      return true;
    }
    if (key === 'ContextMenu' || (key === 'F10' && extend)) {
      showMenu();
      return true;
    }
    if (altKey) return false;
    if (far && key.toLowerCase() === 'a') {
      select(allCells(size(), state.selection));
      return true;
    }
    if (far && key.toLowerCase() === 'd') {
      if (!state.readOnly) fillDown();
      return true;
    }
    if (key === ' ' && (extend || far)) {
      select(lineOf(size(), focus, extend ? 'row' : 'column'));
      return true;
    }
    const next = moved(state.selection, key, size(), { extend, far });
    if (next !== undefined) {
      select(next);
      return true;
    }
    if (far) return false;
    if (key === 'Enter' || key === 'F2') {
      if (isName) turnSort(focus);
      else edit();
      return true;
    }
    // A letter begins an input and goes into it; so does the first key of an input method.
    if (!isName && (key === 'Process' || (key.length === 1 && key !== ' '))) {
      edit();
      event.stopPropagation();
    }
    return false;
  };

  const turnSort = (place: Place): void => {
    const column = columnAt(place)?.column;
    if (column?.isServed !== true) return;
    const turns = { none: 'ascending', ascending: 'descending', descending: undefined } as const;
    sort(column.name, turns[column.sorted ?? 'none']);
  };

  const onInputKey = (event: KeyboardEvent): boolean => {
    const { key, shiftKey, altKey, isComposing } = event;
    if (isComposing) return true;
    const go = (place: Place | undefined): void => {
      input?.commit();
      select(selectionAt(place ?? state.selection.focus));
    };
    const { focus } = state.selection;
    if (key === 'Escape') {
      input?.cancel();
      table.focus(focus);
    } else if (key === 'Enter' && !shiftKey && !altKey) {
      go(focus.row + 1 < size().rows ? { ...focus, row: focus.row + 1 } : focus);
    } else if (key === 'Tab') {
      go(nextCell(focus, shiftKey ? -1 : 1, size()));
    } else if (key.toLowerCase() === 's' && (event.ctrlKey || event.metaKey)) {
      // VS Code would save before it knows of the edit.
      go(focus);
      post({ type: 'save' });
    } else return false;
    event.preventDefault();
    return true;
  };

  table.scroller.addEventListener('keydown', event => {
    if (input !== undefined) {
      onInputKey(event);
      // The keys of an input are its own: VS Code would undo in the text.
      event.stopPropagation();
      return;
    }
    if (table.placeOf(event.target) === undefined || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  listenToMouse(state, table, {
    ...{ select, edit, turnSort, showMenu, relayout },
    isEditing: () => input !== undefined,
    commit: () => input?.commit(),
    arranged: () => post({ type: 'layout', layout: state.layout }),
  });
  for (const type of ['copy', 'cut'] as const) {
    document.addEventListener(type, event => {
      if (input !== undefined) return;
      event.preventDefault();
      copy(type === 'cut' && !state.readOnly);
    });
  }
  document.addEventListener('paste', event => {
    const found = chosen();
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (input !== undefined || found === undefined || state.readOnly) return;
    event.preventDefault();
    const { top, bottom, left, names } = found;
    // A line break may be part of a value, so these are at least the rows that the table reaches.
    const last = Math.min(state.rows.length, top + Math.max(bottom - top + 1, text.split('\n').length)) - 1;
    const onward = state.columns.slice(left).map(({ column }) => column.name);
    const target = targetOf(view(), range(top, last), onward);
    post({ type: 'paste', target, text, selected: { rows: bottom - top + 1, columns: names.length } });
  });
  return { newRecord, leave: () => input?.cancel() };
}
