import type { FromPage, Layout, ToPage, Words } from '../protocol';
import { createActions } from './actions';
import { element } from './dom';
import { placedColumns } from './layout';
import type { PageState } from './pageState';
import { kept, selectionAt, type Selection } from './selection';
import { createTable } from './table';

/** What the page is given by VS Code. */
interface Host {
  postMessage(message: FromPage): void;
  getState(): unknown;
  setState(state: KeptState): void;
}
declare function acquireVsCodeApi(): Host;

/** Where a person was: it is there again when the page is made anew. */
interface KeptState {
  selection: Selection;
  top: number;
  left: number;
}

const host = acquireVsCodeApi();
let problems = new Map<string, string>();
const state: PageState = {
  words: {} as Words,
  version: 0,
  keys: [],
  all: [],
  layout: { order: [], hidden: [], pinned: [], widths: [] },
  columns: [],
  rows: [],
  selection: selectionAt({ row: 0, column: 0 }),
  readOnly: false,
  problem: (row, column) => problems.get(`${row} ${column ?? ''}`),
};

const table = createTable(state);
const said = element('span', { role: 'status', class: 'said' });
const about = element('span', { class: 'about' });
const bar = element('div', { role: 'toolbar', class: 'bar' });
const notice = element('div', { class: 'broken', role: 'alert', hidden: '' });
const actions = createActions(state, table, {
  post: message => host.postMessage(message),
  say: text => (said.textContent = text),
  relayout,
  keep,
});

function button(label: string, run: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, label);
  made.addEventListener('click', run);
  return made;
}

function showWords(words: Words): void {
  state.words = words;
  heading.textContent = words.records;
  bar.setAttribute('aria-label', words.records);
  bar.replaceChildren(
    button(words.newRecord, actions.newRecord),
    button(words.columns, () => host.postMessage({ type: 'chooseColumns' })),
    button(words.asText, () => host.postMessage({ type: 'reopenAsText' })),
    about,
    said,
  );
}

/** Draws columns anew that stand in another way, and keeps the keyboard on its cell. */
function relayout(layout: Layout): void {
  const { focus } = state.selection;
  const name = state.columns[focus.column]?.column.name;
  state.layout = layout;
  state.columns = placedColumns(state.all, layout);
  const column = state.columns.findIndex(placed => placed.column.name === name);
  if (column >= 0) state.selection = selectionAt({ row: focus.row, column });
  settle();
}

function settle(): void {
  const size = { rows: state.rows.length, columns: state.columns.length, page: 1 };
  state.selection = kept(state.selection, size);
  const hadFocus = table.scroller.contains(document.activeElement) || document.activeElement === document.body;
  table.measure();
  if (hadFocus && document.hasFocus()) table.focus(state.selection.focus);
}

let keeping = 0;
function keep(): void {
  cancelAnimationFrame(keeping);
  const { scrollTop: top, scrollLeft: left } = table.scroller;
  keeping = requestAnimationFrame(() => host.setState({ selection: state.selection, top, left }));
}

let isFirst = true;
function showPage(message: Extract<ToPage, { type: 'page' }>): void {
  const { version, keys, columns, rows, layout, readOnly } = message;
  Object.assign(state, { version, keys, layout, all: columns, rows: [...rows], readOnly: readOnly !== undefined });
  state.columns = placedColumns(columns, layout);
  about.textContent = readOnly === undefined ? message.about : `${message.about} · ${readOnly}`;
  notice.hidden = true;
  table.scroller.hidden = false;
  if (!isFirst) return settle();
  isFirst = false;
  const before = host.getState() as KeptState | undefined;
  if (before !== undefined) state.selection = before.selection;
  settle();
  table.scroller.scrollTo(before?.left ?? 0, before?.top ?? 0);
  performance.mark('hydrogen/grid/painted');
}

let wasTold = false;
function receive(message: ToPage): void {
  wasTold = true;
  switch (message.type) {
    case 'words':
      return showWords(message.words);
    case 'page':
      actions.leave();
      problems = new Map();
      return showPage(message);
    case 'rows':
      state.version = message.version;
      for (const [row, cells] of message.rows) state.rows[row] = cells;
      return table.draw();
    case 'problems':
      problems = new Map(message.problems.map(([row, column, text]) => [`${row} ${column ?? ''}`, text]));
      return table.draw();
    case 'layout':
      return relayout(message.layout);
    case 'said':
      said.textContent = message.text;
      return;
    case 'broken':
      notice.replaceChildren(
        element('p', {}, message.text),
        button(state.words.asText, () => host.postMessage({ type: 'reopenAsText' })),
      );
      notice.hidden = false;
      table.scroller.hidden = true;
  }
}

const heading = element('h1', { class: 'unseen' });
document.body.append(element('main', {}, heading, bar, notice, table.scroller));
table.scroller.addEventListener('scroll', keep, { passive: true });
// Only VS Code's own frame around the page speaks to it.
addEventListener('message', ({ data, origin }: MessageEvent<ToPage>) => {
  if (origin === location.origin) receive(data);
});
// When VS Code gives the page the keyboard, it is on a cell.
addEventListener('focus', () => {
  if (document.activeElement === document.body) table.focus(state.selection.focus);
});
// What was posted while the page was being loaded comes first. When it was too early, or the page is made anew, it asks.
addEventListener('load', () => {
  setTimeout(() => {
    if (!wasTold) host.postMessage({ type: 'ready' });
  });
});
