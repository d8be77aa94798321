import * as vscode from 'vscode';
import { findTarget, type Selection } from '../../applications/selection';
import type { Table } from '../../records/table/schema';
import { readTypesHead, schemaHash, type TypesHead } from '../../records/table/types';
import type { ApplicationStore } from '../applications/applicationStore';
import type { Lists } from '../explorer/lists';
import { environmentOf, type EnvironmentNode } from '../nodes/environment';
import { targetName } from '../nodes/environmentName';
import type { ListNode } from '../nodes/node';
import { createDiagnostic } from '../platform/diagnostic';
import type { Tokens } from '../tokens/tokens';
import { readRecordAddress } from './document/recordAddress';
import type { RecordFiles } from './document/recordFiles';
import { TableCache, tablesOwner } from './tableCache';
import { readTables, tablesIn, typesFile } from './typesFile';

interface TypesDependencies {
  applications: Pick<ApplicationStore, 'list'>;
  tokens: Pick<Tokens, 'isAuthorized'>;
  lists: Lists;
  records: Pick<RecordFiles, 'document' | 'onDidRead'>;
}

/**
 * Warns in an open `hydrogen.d.ts` that the tables have changed, and offers to regenerate the file. Reads the tables
 * when the file is opened. Later checks use the tables that the tree and record documents have read. Never asks the
 * user to authorize: without an access token or after a failed request, there is no warning.
 */
export class TypesDiagnostics {
  readonly #dependencies: TypesDependencies;
  readonly #known = new TableCache();
  readonly #collection = vscode.languages.createDiagnosticCollection('hydrogen-types');
  readonly #subscription: vscode.Disposable;

  constructor(dependencies: TypesDependencies) {
    this.#dependencies = dependencies;
    const { lists, records } = dependencies;
    const open = (document: vscode.TextDocument) => void this.#open(document).catch(() => undefined);
    vscode.workspace.textDocuments.forEach(open);
    this.#subscription = vscode.Disposable.from(
      this.#collection,
      vscode.workspace.onDidOpenTextDocument(open),
      // VS Code rereads a regenerated file only some time after it was written.
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#check(document)),
      lists.onDidRead(node => this.#listed(node)),
      records.onDidRead(({ uri }) => this.#recordsRead(uri)),
      vscode.workspace.onDidCloseTextDocument(({ uri }) => this.#collection.delete(uri)),
      vscode.languages.registerCodeActionsProvider(
        { pattern: `**/${typesFile}` },
        { provideCodeActions: (document, range) => this.#actions(document, range) },
      ),
    );
  }

  /** Stores all tables of an environment, which were read to generate a file. */
  know(environment: Selection, tables: readonly Table[]): void {
    this.#known.addAll(tablesOwner(environment), tables);
  }

  /** Removes the warning of a regenerated file, without waiting until VS Code rereads the file. */
  clear(uri: vscode.Uri): void {
    this.#collection.delete(uri);
  }

  /** Rereads the tables of an environment after a schema was changed, if they were read before. */
  async reread(environment: EnvironmentNode): Promise<void> {
    if (this.#known.of(tablesOwner(environment)) === undefined) return;
    const reading = { signal: new AbortController().signal };
    this.#known.addAll(tablesOwner(environment), await readTables(this.#dependencies.lists, environment, reading));
    this.#checkAll();
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #open(document: vscode.TextDocument): Promise<void> {
    const { target } = this.#targetOf(document);
    const { tokens, lists } = this.#dependencies;
    if (target === undefined || !(await tokens.isAuthorized(target.application))) return;
    const environment = environmentOf(target);
    const tables = await readTables(lists, environment, { signal: new AbortController().signal });
    this.#known.addAll(tablesOwner(target), tables);
    this.#checkAll();
  }

  #listed(node: ListNode): void {
    if (node.kind === 'dataTables') {
      const tables = tablesIn(this.#dependencies.lists.completeItems(node));
      if (tables === undefined) return;
      this.#known.addAll(tablesOwner(node), tables);
    } else if (node.kind === 'dataTable') {
      for (const item of this.#dependencies.lists.cachedItems(node)) {
        if (item.kind === 'dataPermissions') this.#known.add(tablesOwner(node), item.table);
      }
    } else return;
    this.#checkAll();
  }

  #recordsRead(uri: vscode.Uri): void {
    const address = readRecordAddress(uri);
    const table = this.#dependencies.records.document(uri)?.table;
    if (address === undefined || table === undefined) return;
    this.#known.add({ ...address, envId: address.envId }, table);
    this.#checkAll();
  }

  #checkAll(): void {
    for (const document of vscode.workspace.textDocuments) this.#check(document);
  }

  #check(document: vscode.TextDocument): void {
    const { hash, target } = this.#targetOf(document);
    const tables = target && this.#known.of(tablesOwner(target));
    if (target === undefined || tables === undefined) return;
    if (schemaHash(tables) === hash) return this.#collection.delete(document.uri);
    const targetLabel = targetName(target);
    const text = vscode.l10n.t('The data tables of {0} no longer match these types.', targetLabel);
    const { range } = document.lineAt(0);
    this.#collection.set(document.uri, [createDiagnostic(range, text, vscode.DiagnosticSeverity.Warning)]);
  }

  #targetOf(document: vscode.TextDocument): { hash?: TypesHead['hash']; target?: Selection | undefined } {
    const head = document.uri.path.endsWith(`/${typesFile}`) ? readTypesHead(document.getText()) : undefined;
    if (head === undefined) return {};
    const { clientId, envId, hash } = head;
    const ids = envId === undefined ? { clientId } : { clientId, envId };
    return { hash, target: findTarget(this.#dependencies.applications.list().applications, ids) };
  }

  #actions(document: vscode.TextDocument, range: vscode.Range): vscode.CodeAction[] {
    const diagnostics = (this.#collection.get(document.uri) ?? []).filter(one => one.range.intersection(range));
    const { target } = this.#targetOf(document);
    if (diagnostics.length === 0 || target === undefined) return [];
    const title = vscode.l10n.t('Generate TypeScript Types');
    const action = new vscode.CodeAction(title, vscode.CodeActionKind.QuickFix);
    const { clientId, authUrl } = target.application;
    const environment = target.environment === undefined ? {} : { envId: target.environment.envId };
    const scripted = { clientId, authUrl, ...environment, uri: document.uri.toString() };
    action.command = { command: 'hydrogen.table.generateTypes', title, arguments: [scripted] };
    action.diagnostics = diagnostics;
    action.isPreferred = true;
    return [action];
  }
}
