import * as vscode from 'vscode';
import type { PageAddress } from '../../../records/table/query';
import { changedText } from '../../../records/text/recordsEdit';
import { queryWords } from '../../nodes/dataQuery';
import { isCancelled } from '../../platform/command';
import { showMessage } from '../../platform/dialogs';
import { errorMessage } from '../../messages/messages';
import { Targets } from '../language/targets';
import { readRecordAddress } from '../document/recordAddress';
import type { RecordFiles } from '../document/recordFiles';
import { applyChanges } from './applyChanges';
import { readContent, shownColumn, type GridContent } from './gridContent';
import { changesOf, dialogText, isOutdated, type EditMessage } from './gridEdits';
import { FilterHistory } from './filterHistory';
import { readFilterMessage, type FilterAnswer } from './filterProtocol';
import { GridFilter, type FilterDependencies } from './gridFilter';
import { GridLayouts } from './gridLayouts';
import { shownMarks } from './gridMarks';
import { GridModel } from './gridModel';
import { gridWords } from './gridWords';
import { webPage } from './webPage';
import { handleMessage, type GridContext } from './gridMessages';
import { readFromPage, type FromPage, type ToPage } from './protocol';
import { RecordCounts } from './recordCounts';

interface GridDependencies {
  records: Pick<
    RecordFiles,
    'document' | 'table' | 'onDidRead' | 'changes' | 'serviceOf' | 'refresh' | 'files' | 'readOnlyText'
  >;
  state: vscode.Memento;
  /** The state of the workspace, which stores the last filters. */
  workspaceState: vscode.Memento;
  favouritePages: FilterDependencies['favouritePages'];
  /** The folder with script and styles of the page. */
  folder: vscode.Uri;
}

type PanelDependencies = GridDependencies & { layouts: GridLayouts } & FilterDependencies;

/** Creates the grid, a custom editor for a page of records. Each change in the grid edits the document's text. */
export function createGridEditor(dependencies: GridDependencies): vscode.CustomTextEditorProvider {
  const { records, state, workspaceState } = dependencies;
  const shared = {
    layouts: new GridLayouts(state),
    history: new FilterHistory(workspaceState),
    counts: new RecordCounts(address => records.serviceOf(address)),
  };
  // The listener is never disposed, because it is needed as long as the window is open, like the editor provider.
  records.changes.event(address => shared.counts.forget(address));
  return {
    async resolveCustomTextEditor(document, panel) {
      const { webview } = panel;
      const { folder } = dependencies;
      webview.options = { enableScripts: true, enableForms: false, localResourceRoots: [folder] };
      const address = readRecordAddress(document.uri);
      if (address?.kind === 'page') {
        const grid = new GridPanel(document, webview, address, { ...dependencies, ...shared });
        panel.onDidDispose(() => grid.dispose());
        grid.open();
      }
      const title = vscode.l10n.t('Records');
      webview.html = webPage(webview, folder, { title, name: 'gridPage', data: ['words', gridWords()] });
    },
  };
}

/** The grid in one editor tab. */
class GridPanel {
  readonly #document: vscode.TextDocument;
  readonly #webview: vscode.Webview;
  readonly #address: PageAddress;
  readonly #dependencies: PanelDependencies;
  readonly #model = new GridModel();
  readonly #filter: GridFilter;
  readonly #subscriptions: vscode.Disposable;
  #content: { version: number; value: GridContent | string } | undefined;
  readonly #context: GridContext;
  readonly #closing = new AbortController();
  /** The problems and marks that were last sent to the page, as JSON. */
  #problems = '';
  #marks = '';
  #isBegun = false;
  #isDisposed = false;
  /** Why nothing can be changed; `undefined` if editing is allowed. */
  #readOnly: string | undefined;
  // Handles messages in order: a save must come after earlier edits.
  #working = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(
    document: vscode.TextDocument,
    webview: vscode.Webview,
    address: PageAddress,
    dependencies: PanelDependencies,
  ) {
    this.#document = document;
    this.#webview = webview;
    this.#address = address;
    this.#dependencies = dependencies;
    // Created before the listener below, so it forgets the names before the page requests them again.
    const targets = new Targets(dependencies.records);
    this.#context = {
      document,
      address,
      ...dependencies,
      targets,
      signal: this.#closing.signal,
      post: each => this.#post(each),
      content: () => {
        const now = this.#read();
        return typeof now === 'string' ? undefined : now;
      },
      edit: each => this.#edit(each),
    };
    this.#filter = new GridFilter(document, address, dependencies, message => this.#post(message));
    this.#subscriptions = vscode.Disposable.from(
      targets,
      dependencies.layouts.follow(address, this.#context.post),
      webview.onDidReceiveMessage((message: unknown) => this.#receive(message)),
      vscode.workspace.onDidChangeTextDocument(event => {
        if (event.document !== document || event.contentChanges.length === 0) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#update(), 10);
      }),
      dependencies.records.onDidRead(read => {
        if (this.#isBegun && (read === document || this.#pointsTo(read))) this.#post({ type: 'namesOutdated' });
        if (read !== document) return;
        void this.#readPermissions().then(() => this.#reread());
      }),
      vscode.workspace.onDidChangeConfiguration(event => {
        if (event.affectsConfiguration('hydrogen')) void this.#readPermissions();
      }),
    );
  }

  open(): void {
    const { records } = this.#dependencies;
    const { uri } = this.#document;
    // Sends the rows before the page requests them: VS Code queues messages while the page loads.
    void this.#readPermissions().then(() => this.#begin());
    // After a reload, VS Code restores an unsaved document without reading it, so its table is unknown.
    if (records.document(uri)?.table === undefined)
      void records.table(uri, { retries: true }).then(() => this.#reread());
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#closing.abort();
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  #post(message: ToPage | FilterAnswer): void {
    if (!this.#isDisposed) void this.#webview.postMessage(message);
  }

  #read(): GridContent | string {
    const { version, uri } = this.#document;
    if (this.#content?.version === version) return this.#content.value;
    const records = this.#dependencies.records.document(uri);
    const content = records === undefined ? '' : readContent(this.#document, this.#address, records);
    this.#content = { version, value: content };
    return content;
  }

  /** True if pointers lead to the table of another document. */
  #pointsTo({ uri }: vscode.TextDocument): boolean {
    const table = readRecordAddress(uri)?.table;
    const now = this.#read();
    return (
      table !== undefined && typeof now !== 'string' && now.columns.some(({ column }) => column?.target?.id === table)
    );
  }

  #reread(): void {
    this.#content = undefined;
    this.#update();
    this.#filter.show();
  }

  #begin(): void {
    this.#isBegun = true;
    this.#model.reset();
    this.#update();
    this.#filter.show();
  }

  #update(): void {
    if (!this.#isBegun) return;
    const now = this.#read();
    if (typeof now === 'string') {
      this.#model.reset();
      this.#post({ type: 'broken', text: now, isUnsaved: this.#document.isDirty });
      return;
    }
    const columns = now.columns.map(column => shownColumn(column, this.#address));
    const marks = shownMarks(now);
    const redraw = this.#model.update(now, JSON.stringify([columns, this.#readOnly]));
    if (redraw?.type === 'rows') this.#post(redraw);
    if (redraw?.type === 'page') {
      const layout = this.#dependencies.layouts.read(this.#address);
      // The filter line shows the condition, and the paging shows the offset.
      const about = queryWords({ ...this.#address, where: undefined, offset: undefined }).join(' · ');
      const { keys, cells: rows } = now;
      this.#post({ ...redraw, columns, keys, rows, layout, marks, about, readOnly: this.#readOnly });
    }
    const marked = JSON.stringify(marks);
    if (redraw?.type !== 'page' && marked !== this.#marks) this.#post({ type: 'marks', marks });
    this.#marks = marked;
    const problems = now.problems.flatMap(({ row, name, text }) =>
      row === undefined ? [] : [[row, name, text] as const],
    );
    const problemsText = JSON.stringify(problems);
    if (redraw?.type !== 'page' && problemsText === this.#problems) return;
    this.#problems = problemsText;
    this.#post({ type: 'problems', problems });
  }

  async #readPermissions(): Promise<void> {
    const { records } = this.#dependencies;
    const { uri } = this.#document;
    const { permissions } = await records.files.stat(uri);
    const isFixed = permissions === vscode.FilePermission.Readonly;
    const reason = () => records.readOnlyText(uri) ?? vscode.l10n.t('These records are read-only.');
    this.#readOnly = isFixed ? reason() : undefined;
    this.#update();
  }

  #receive(message: unknown): void {
    const filter = readFilterMessage(message);
    // These messages do not wait for edits, because the filter line needs quick answers.
    if (filter !== undefined) void this.#filter.handle(filter).catch((error: unknown) => showError(error));
    const read = readFromPage(message);
    if (read === undefined) return;
    this.#working = this.#working.then(() => this.#handle(read)).catch((error: unknown) => showError(error));
  }

  async #handle(message: FromPage): Promise<void> {
    if (message.type === 'ready') return this.#begin();
    const rows = this.#rowsOf(message);
    if (rows === undefined) return this.#refuse(message);
    await handleMessage(this.#context, message, rows);
  }

  /** Edits the text as a message requests, if the text still has the values that the user saw. */
  async #edit(message: EditMessage): Promise<void> {
    const rows = this.#rowsOf(message);
    const content = this.#read();
    if (rows === undefined || typeof content === 'string' || isOutdated(content, message, rows))
      return this.#refuse(message);
    const changes = changesOf(content, message, rows);
    if (changes.length === 0) return;
    if (this.#readOnly !== undefined) return this.#say(message, this.#readOnly);
    this.#model.expect(changedText(content.text, changes));
    // The changes contain offsets in this version of the text. VS Code refuses the edit if the text has changed since.
    const isDone = await applyChanges(this.#document, changes);
    this.#update();
    if (!isDone) this.#say(message, vscode.l10n.t('The text has changed in the meantime. Try again.'));
  }

  /** Returns the row indexes for a message; `undefined` if the rows changed since the user saw them. */
  #rowsOf(message: FromPage): readonly number[] | undefined {
    this.#update();
    if ('target' in message) return this.#model.find(message.target);
    if (message.type !== 'add') return [];
    const behind = this.#model.findBehind(message.behind);
    return behind === undefined ? undefined : [behind];
  }

  /** Resends the current text, because the page shows an older one. */
  #refuse(message: FromPage): void {
    this.#model.reset();
    this.#update();
    this.#say(message, vscode.l10n.t('The rows have changed in the meantime. Try again.'));
  }

  /** Says why a message was refused. The page has closed the input of a typed text, so the text opens in an editor. */
  #say(message: FromPage, reason: string): void {
    if (message.type !== 'write' && message.type !== 'writeJson') return this.#post({ type: 'status', text: reason });
    const { type, text } = message;
    const target = this.#model.renewed(message.target) ?? message.target;
    const content = this.#context.content();
    const [column = ''] = target.columns;
    const columnType = content?.columns.find(({ name }) => name === column)?.type;
    const [row = -1] = this.#model.find(target) ?? [];
    const before = content && dialogText(content, row, column).text;
    this.#post({ type: 'value', target, columnType, form: type === 'write' ? 'text' : 'json', text, reason, before });
  }
}

function showError(error: unknown): void {
  if (!isCancelled(error)) void showMessage('error', errorMessage(error).text);
}
