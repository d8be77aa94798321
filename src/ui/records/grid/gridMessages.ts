import * as vscode from 'vscode';
import { pointedId } from '../../../records/document/pointers';
import { filteredBy, sortedBy, unfilteredBy, type DataAddress, type PageAddress } from '../../../records/table/query';
import { askToContinue } from '../../platform/dialogs';
import { showPickMany } from '../../platform/prompts';
import { grid } from '../../platform/schemes';
import { tabUri } from '../../platform/tabUri';
import type { Targets } from '../language/targets';
import { saveByHand } from '../document/openDocument';
import { openQuery } from '../document/openQuery';
import type { RecordFiles } from '../document/recordFiles';
import { askPaste } from './askPaste';
import type { GridContent } from './gridContent';
import { copyText, dialogText, type EditMessage } from './gridEdits';
import { findInCells, searchQuery } from './gridFind';
import { withChosen, type GridLayouts } from './gridLayouts';
import { pointerNames } from './gridNames';
import { pickPointer } from './pickPointer';
import type { FromPage, PageMessage, ToPage } from './protocol';

export interface GridContext {
  document: vscode.TextDocument;
  address: PageAddress;
  records: Pick<RecordFiles, 'document' | 'refresh' | 'serviceOf'>;
  layouts: GridLayouts;
  targets: Targets;
  /** Aborted when the grid is closed. */
  signal: AbortSignal;
  post: (message: ToPage) => void;
  /** Returns `undefined` while the text contains no records. */
  content: () => GridContent | undefined;
  /** Edits the text as a message requests, unless the target has changed since the user saw it. */
  edit: (message: EditMessage) => Promise<void>;
}

/** Handles one type of message. @param rows the indexes of the rows that the message refers to */
type Handler<Type extends FromPage['type']> = (
  context: GridContext,
  message: PageMessage<Type>,
  rows: readonly number[],
) => Promise<unknown> | void;

const edit = (context: GridContext, message: EditMessage) => context.edit(message);
const openPage = ({ records, document }: GridContext, changed: DataAddress) => openQuery(records, document, changed);

/** The handlers of the page's messages. `GridPanel` handles `ready`. */
const handlers: { [Type in Exclude<FromPage['type'], 'ready'>]: Handler<Type> } = {
  write: edit,
  set: edit,
  fillDown: edit,
  add: edit,
  duplicate: edit,
  delete: edit,
  writeJson: edit,
  revert: edit,
  restore: edit,
  async paste(context, message) {
    const content = context.content();
    const decided = content && (await askPaste(content, message));
    if (decided !== undefined) await context.edit(decided);
  },
  async copy(context, message, rows) {
    const content = context.content();
    const { columns } = message.target;
    if (content === undefined) return;
    await vscode.env.clipboard.writeText(copyText(content, { rows, columns }, message.isExact));
    if (message.cut) await context.edit(message);
  },
  sort: (context, { column, direction, isAdded }) =>
    openPage(context, sortedBy(context.address, column, direction, isAdded)),
  unfilter: (context, { column }) => openPage(context, unfilteredBy(context.address, column)),
  async filter(context, { target, operator }, rows) {
    const [column = ''] = target.columns;
    const content = context.content();
    const row = content?.fields[rows[0] ?? -1];
    const type = content?.columns.find(({ name }) => name === column)?.type;
    if (row !== undefined)
      await openPage(context, filteredBy(context.address, column, operator, row.get(column), type));
  },
  layout: ({ layouts, address, post }, { layout }) => layouts.write(address, layout, post),
  chooseColumns,
  editElsewhere: (context, message, rows) => editElsewhere(context, message, rows[0] ?? -1),
  openText: (context, { target }, rows) => openText(context, rows[0] ?? -1, target.columns[0] ?? ''),
  async reopenAsText() {
    await vscode.commands.executeCommand('workbench.action.reopenTextEditor');
  },
  async refresh({ document }) {
    await vscode.commands.executeCommand('hydrogen.document.refresh', document.uri);
  },
  save({ document }) {
    // Not awaited: a save asks questions and can take long, and later edits must not wait for it.
    void saveByHand(document);
  },
  discard,
  goToRecord: (context, { target }, rows) => goToRecord(context, rows[0] ?? -1, target.columns[0] ?? ''),
  find({ content, post }, { text }) {
    const now = content();
    if (now !== undefined) post({ type: 'found', text, cells: findInCells(now, text) });
  },
  async findInTable(context, { text }) {
    const now = context.content();
    if (now !== undefined) await openPage(context, searchQuery(context.address, now, text));
  },
  names(context, range) {
    // Not awaited: later edits must not wait for the response of the service.
    void showNames(context, range);
  },
};

/**
 * Handles a message of the page.
 * @param rows the indexes of the rows that the message refers to
 */
export async function handleMessage(
  context: GridContext,
  message: Exclude<FromPage, { type: 'ready' }>,
  rows: readonly number[],
): Promise<void> {
  const handler = handlers[message.type] as Handler<FromPage['type']>;
  await handler(context, message, rows);
}

async function chooseColumns({ content, layouts, address }: GridContext): Promise<void> {
  const layout = layouts.read(address);
  const items = (content()?.columns ?? []).map(({ name, type }) => ({
    label: name,
    description: type ?? '',
    picked: !layout.hidden.includes(name),
  }));
  const words = { title: vscode.l10n.t('Columns'), placeHolder: vscode.l10n.t('Choose the columns to show') };
  const chosen = await showPickMany(items, words);
  if (chosen.length === 0) return;
  const names = (of: typeof items) => of.map(({ label }) => label);
  await layouts.write(address, withChosen(layout, names(items), names(chosen)));
}

/** Asks whether to discard all unsaved changes, then rereads the records. */
async function discard({ document: { uri } }: GridContext): Promise<void> {
  const question = vscode.l10n.t('Discard the unsaved changes of these records?');
  const detail = vscode.l10n.t('The records are read again. This cannot be undone.');
  const discarding = vscode.l10n.t('Discard');
  await askToContinue(question, detail, discarding);
  // VS Code reverts only the active editor, and the user may have moved to another one.
  const { tabGroups } = vscode.window;
  const isOwn = (tab: vscode.Tab | undefined) => tabUri(tab)?.toString() === uri.toString();
  if (!isOwn(tabGroups.activeTabGroup.activeTab)) {
    const group = tabGroups.all.find(({ tabs }) => tabs.some(isOwn));
    await vscode.commands.executeCommand('vscode.openWith', uri, grid, group?.viewColumn);
  }
  if (isOwn(tabGroups.activeTabGroup.activeTab)) {
    await vscode.commands.executeCommand('workbench.action.files.revert');
  }
}

/** Opens the record that a pointer leads to. */
async function goToRecord({ content, address }: GridContext, row: number, column: string): Promise<void> {
  const now = content();
  const table = now?.columns.find(({ name }) => name === column)?.column?.target?.id;
  const id = pointedId(now?.fields[row]?.get(column))?.key;
  if (table === undefined || id === undefined) return;
  const { clientId, authUrl, envId } = address;
  await vscode.commands.executeCommand('hydrogen.record.open', { clientId, authUrl, envId, table, id });
}

async function showNames(
  { content, post, document, address, targets, signal }: GridContext,
  range: { from: number; to: number },
): Promise<void> {
  const now = content();
  const names = now === undefined ? [] : await pointerNames(now, range, { document, address, targets, signal });
  if (names.length > 0) post({ type: 'names', names });
}

/** Edits a value outside its cell: a pointer in a quick pick, a long text or JSON in an editor in the page. */
async function editElsewhere(
  context: GridContext,
  { target }: PageMessage<'editElsewhere'>,
  row: number,
): Promise<void> {
  const content = context.content();
  const [name = ''] = target.columns;
  const known = content?.columns.find(each => each.name === name);
  const value = content?.fields[row]?.get(name);
  const column = known?.column;
  if (column?.type === 'reference') {
    const { service } = await context.records.serviceOf(context.address);
    // The text can change while the quick pick is open. The target identifies the cell and its value.
    return context.edit({ type: 'write', target, text: await pickPointer(service, column, value) });
  }
  if (content !== undefined) {
    context.post({ type: 'value', target, columnType: known?.type, ...dialogText(content, row, name) });
  }
}

/** Shows the text beside the grid and selects the value. A missing value shows the start of its record instead. */
async function openText({ document, content }: GridContext, row: number, column: string): Promise<void> {
  const record = content()?.rows[row];
  const position = record?.ranges.get(column)?.value ?? (record && { start: record.start, end: record.start });
  const selection =
    position && new vscode.Range(document.positionAt(position.start), document.positionAt(position.end));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    ...(selection === undefined ? {} : { selection }),
  });
  if (selection !== undefined) editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
