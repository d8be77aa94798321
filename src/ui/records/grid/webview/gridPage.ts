import type { FromPage, Layout, Marks, ToPage, Words } from '../protocol';
import { Arrival } from './arrival';
import { listenToClipboard } from './clipboard';
import { element } from './dom';
import type { FilterMessage } from '../filterProtocol';
import { mountFilter, type MountedFilter } from './filterLine';
import { FindBar } from './findBar';
import { GridActions } from './gridActions';
import { GridTable } from './gridTable';
import { listenToKeys } from './keyboard';
import { chordOf } from './keys';
import { placedColumns } from './layout';
import { ShownMarks } from './marks';
import { openMenu } from './menu';
import { cellMenu, columnMenu } from './menus';
import { listenToMouse } from './mouse';
import { cellKey, emptyState, type PageState } from './pageState';
import { PointerNames } from './pointerNames';
import { clampedSelection, selectionAt, type CellPosition, type CellSelection } from './selection';
import { VisibleRows } from './visibleRows';
import { Toolbar } from './toolbar';
import { ValuePopup, type OpenPopup } from './valuePopup';

/** The selection, the scroll position and an open dialog, restored when VS Code recreates the page. */
interface StoredView {
  selection: CellSelection;
  top: number;
  left: number;
  popup?: OpenPopup | undefined;
}

/** The API that VS Code provides to the script of a webview. */
export interface PageHost {
  postMessage(message: FromPage | FilterMessage): void;
  getState(): StoredView | undefined;
  setState(state: StoredView): void;
}

type Receivers = { [Type in ToPage['type']]: (message: Extract<ToPage, { type: Type }>) => void };

/** The page of the grid. Draws the content that the extension sends, and sends the user's actions to the extension. */
export class GridPage {
  readonly #host: PageHost;
  readonly #state: PageState;
  readonly #table: GridTable;
  readonly #actions: GridActions;
  readonly #toolbar: Toolbar;
  readonly #find: FindBar;
  readonly #filterLine = element('div', { class: 'filterLine' });
  readonly #filter: MountedFilter;
  readonly #names: PointerNames;
  readonly #notice = element('div', { class: 'broken', role: 'alert', hidden: '' });
  readonly #arrival: Arrival;
  readonly #receivers: Receivers;
  readonly #received: ToPage[] = [];
  #hasRows = false;
  #isFirst = true;
  #storeFrame = 0;
  #popup: OpenPopup | undefined;

  constructor(words: Words, host: PageHost) {
    this.#host = host;
    this.#state = emptyState(words, document.documentElement.lang || navigator.language);
    const post: PageHost['postMessage'] = message => host.postMessage(message);
    this.#table = new GridTable(this.#state);
    this.#actions = new GridActions(this.#state, this.#table, {
      post,
      say: text => this.#toolbar.say(text),
      relayout: layout => this.#relayout(layout),
      storeView: () => this.#storeView(),
      // Only after the event that closed the input, as it refers to the rows that the user saw.
      inputClosed: () => setTimeout(() => this.#handleReceived()),
    });
    const newRecord = () => this.#actions.newRecord();
    this.#toolbar = new Toolbar(words, { post, newRecord, find: () => this.#find.open() });
    this.#find = new FindBar(this.#state, this.#table, { post, storeView: () => this.#storeView() });
    this.#filter = mountFilter({
      line: this.#filterLine,
      paging: this.#toolbar.paging,
      post,
      leave: () => this.#table.focus(this.#state.selection.focus),
    });
    this.#names = new PointerNames(this.#state, this.#table, post);
    this.#arrival = new Arrival(() => post({ type: 'ready' }));
    this.#receivers = this.#createReceivers();
  }

  /** Draws the page and requests its rows. */
  begin(): void {
    const { scroller } = this.#table;
    const heading = element('h1', { class: 'unseen' }, this.#state.words.records);
    document.body.append(
      element('main', {}, heading, this.#toolbar.bar, this.#filterLine, this.#find.bar, this.#notice, scroller),
    );
    this.#toolbar.showChanges(0);
    this.#listen();
    // Requests the rows only if they did not arrive in a message that VS Code queued while the page was loading.
    addEventListener('load', () => setTimeout(() => (this.#hasRows ? undefined : this.#arrival.begin())));
  }

  #listen(): void {
    const { scroller } = this.#table;
    const actions = this.#actions;
    const showMenu = (at?: { x: number; y: number }) => this.#showMenu(at);
    listenToKeys(this.#state, this.#table, { actions, showMenu });
    listenToMouse(this.#state, this.#table, { actions, showMenu, relayout: layout => this.#relayout(layout) });
    listenToClipboard(this.#table, actions);
    document.addEventListener('keydown', event => this.#onPageKey(event));
    scroller.addEventListener(
      'scroll',
      () => {
        this.#storeView();
        this.#names.requestSoon();
      },
      { passive: true },
    );
    // Accepts messages only from the frame of VS Code around the page.
    addEventListener('message', ({ data, origin }: MessageEvent<ToPage>) => {
      if (origin !== location.origin || this.#filter.receive(data)) return;
      this.#received.push(data);
      this.#handleReceived();
    });
    // VS Code focuses the page and not the current cell.
    addEventListener('focus', () => {
      if (document.activeElement === document.body) this.#table.focus(this.#state.selection.focus);
    });
  }

  /** Handles the received messages, except while an input is open: moved rows would close it during typing. */
  #handleReceived(): void {
    while (!this.#actions.isEditing) {
      const message = this.#received.shift();
      if (message === undefined) return;
      this.#receive(message);
    }
  }

  #receive(message: ToPage): void {
    const receive = this.#receivers[message.type] as (message: ToPage) => void;
    const isWhole = message.type === 'page' || message.type === 'broken';
    // VS Code has recreated the page, so the rows that this message changes must be requested first.
    if (!isWhole && !this.#hasRows) return this.#arrival.begin();
    receive(message);
  }

  #createReceivers(): Receivers {
    return {
      page: message => this.#showPage(message),
      rows: ({ rows, version }) => {
        this.#state.version = version;
        for (const [row, cells] of rows) this.#state.rows.set(row, cells);
        this.#rowsChanged();
      },
      marks: ({ marks }) => {
        this.#showMarks(marks);
        this.#rowsChanged();
      },
      problems: ({ problems }) => {
        this.#state.problems = new Map(problems.map(([row, column, text]) => [cellKey(row, column), text]));
        this.#table.draw();
      },
      layout: ({ layout }) => this.#relayout(layout),
      names: message => this.#names.receive(message),
      namesOutdated: () => this.#names.forget(),
      found: message => this.#find.receive(message),
      value: message => this.#openValue(message),
      status: ({ text }) => this.#toolbar.say(text),
      broken: message => this.#showBroken(message),
    };
  }

  #showPage(message: Extract<ToPage, { type: 'page' }>): void {
    const { version, keys, columns, rows, layout, readOnly, marks } = message;
    this.#hasRows = true;
    this.#arrival.done();
    const placed = placedColumns(columns, layout);
    const isFixed = readOnly !== undefined;
    Object.assign(this.#state, { version, layout, all: columns, columns: placed, readOnly: isFixed });
    this.#state.problems = new Map();
    this.#setRows(keys, new VisibleRows([...rows], marks.deleted));
    this.#showMarks(marks);
    this.#toolbar.showAbout([message.about, readOnly ?? ''].filter(text => text !== '').join(' · '), isFixed);
    this.#notice.hidden = true;
    this.#table.scroller.hidden = false;
    this.#fitToRows();
    this.#find.rowsChanged();
    if (!this.#isFirst) return;
    this.#isFirst = false;
    const before = this.#host.getState();
    if (before !== undefined) {
      this.#state.selection = before.selection;
      this.#fitToRows();
      this.#table.scroller.scrollTo(before.left, before.top);
      if (before.popup !== undefined) this.#openValue(before.popup);
    }
    performance.mark('hydrogen/grid/painted');
  }

  /** Shows the marks of unsaved changes. Deleted records are shown as additional rows. */
  #showMarks(marks: Marks): void {
    const { keys, rows } = this.#state;
    this.#state.marks = new ShownMarks(marks);
    this.#setRows(keys, rows.withDeleted(marks.deleted));
    this.#toolbar.showChanges(marks.count);
    if (this.#state.rows.length !== rows.length) this.#fitToRows();
  }

  /** Replaces the rows. The selection stays on its records. */
  #setRows(keys: readonly string[], rows: VisibleRows): void {
    const { keys: keysBefore, rows: before, selection, awaitsRecord } = this.#state;
    const moved = ({ row, column }: CellPosition) => {
      const textRow = keys.indexOf(keysBefore[before.textRowAt(row) ?? -1] ?? '');
      return { row: textRow < 0 ? row : rows.rowOf(textRow), column };
    };
    Object.assign(this.#state, { keys, rows, awaitsRecord: false });
    if (!awaitsRecord) this.#state.selection = { anchor: moved(selection.anchor), focus: moved(selection.focus) };
  }

  #showBroken(message: Extract<ToPage, { type: 'broken' }>): void {
    this.#hasRows = true;
    this.#arrival.done();
    if (this.#find.isOpen) this.#find.close();
    this.#notice.replaceChildren(...this.#toolbar.showBroken(message));
    this.#notice.hidden = false;
    this.#table.scroller.hidden = true;
  }

  #rowsChanged(): void {
    this.#table.draw();
    this.#find.rowsChanged();
    this.#names.requestSoon();
  }

  /** Draws a changed column layout. The focus stays on the same cell, even if its column moves. */
  #relayout(layout: Layout): void {
    const { focus } = this.#state.selection;
    const name = this.#state.columns[focus.column]?.column.name;
    this.#state.layout = layout;
    this.#state.columns = placedColumns(this.#state.all, layout);
    const column = this.#state.columns.findIndex(placed => placed.column.name === name);
    if (column >= 0) this.#state.selection = selectionAt({ row: focus.row, column });
    this.#fitToRows();
    this.#find.rowsChanged();
  }

  /** Adapts the selection, the measured sizes and the focus after the rows or columns changed. */
  #fitToRows(): void {
    const { rows, columns, selection } = this.#state;
    this.#state.selection = clampedSelection(selection, { rows: rows.length, columns: columns.length, page: 1 });
    const active = document.activeElement;
    const hadFocus = this.#table.scroller.contains(active) || active === document.body;
    this.#table.measure();
    this.#names.requestSoon();
    if (hadFocus && document.hasFocus()) this.#table.focus(this.#state.selection.focus);
  }

  #openValue(value: OpenPopup): void {
    new ValuePopup(value, {
      state: this.#state,
      post: answer => this.#host.postMessage(answer),
      store: popup => this.#storeNow(popup),
      closed: () => this.#table.focus(this.#state.selection.focus),
    }).open();
  }

  #storeView(): void {
    cancelAnimationFrame(this.#storeFrame);
    this.#storeFrame = requestAnimationFrame(() => this.#storeNow(this.#popup));
  }

  #storeNow(popup: OpenPopup | undefined): void {
    this.#popup = popup;
    const { scrollTop: top, scrollLeft: left } = this.#table.scroller;
    this.#host.setState({ selection: this.#state.selection, top, left, popup });
  }

  #showMenu(at?: { x: number; y: number }): void {
    const { focus } = this.#state.selection;
    const box = this.#table.cellAt(focus)?.getBoundingClientRect();
    const position = at ?? { x: (box?.left ?? 0) + 8, y: box?.bottom ?? 0 };
    const menu = focus.row < 0 ? columnMenu : cellMenu;
    openMenu(this.#state.columns[focus.column]?.column.name ?? '', position, menu(this.#state, this.#actions), () =>
      this.#table.focus(this.#state.selection.focus),
    );
  }

  /** Handles keys that work everywhere in the page. */
  #onPageKey(event: KeyboardEvent): void {
    const keys: Readonly<Record<string, () => void>> = {
      'Ctrl+f': () => this.#find.open(),
      F3: () => (this.#find.isOpen ? this.#find.go(1) : this.#find.open()),
      'Shift+F3': () => this.#find.go(-1),
    };
    const run = keys[chordOf(event)];
    if (run === undefined || event.defaultPrevented) return;
    event.preventDefault();
    event.stopPropagation();
    run();
  }
}
