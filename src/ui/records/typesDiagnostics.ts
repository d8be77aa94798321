import * as vscode from 'vscode';
import { findTarget } from '../../applications/selection';
import { readTypesHead, schemaHash } from '../../records/table/types';
import type { ApplicationStore } from '../applications/applicationStore';
import type { Lists } from '../explorer/lists';
import { environmentOf } from '../nodes/environment';
import { environmentName } from '../nodes/environmentName';
import type { TreeNode } from '../nodes/node';
import { plainText } from '../platform/plainText';
import type { Tokens } from '../tokens/tokens';
import { readTables, typesFile } from './typesFile';

interface TypesDependencies {
  applications: Pick<ApplicationStore, 'list'>;
  tokens: Pick<Tokens, 'isAuthorized'>;
  lists: Lists;
}

export interface TypesDiagnostics extends vscode.Disposable {
  /** The file was written anew. */
  clear(uri: vscode.Uri): void;
}

/** Milliseconds after a change of the tree. An application that is being removed is gone by then. */
const pause = 1000;

/**
 * Says in an open `hydrogen.d.ts` that the tables have moved on, and offers to write it anew. Nobody is asked for anything:
 * without a token, or when the tables cannot be read, nothing is said.
 */
export function createTypesDiagnostics({ applications, tokens, lists }: TypesDependencies): TypesDiagnostics {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-types');
  const targetOf = (document: vscode.TextDocument) => {
    const head = document.uri.path.endsWith(`/${typesFile}`) ? readTypesHead(document.getText()) : undefined;
    if (head === undefined) return {};
    const { clientId, envId, hash } = head;
    const place = envId === undefined ? { clientId } : { clientId, envId };
    return { hash, target: findTarget(applications.list().applications, place) };
  };
  const check = async (document: vscode.TextDocument) => {
    const { hash, target } = targetOf(document);
    if (target === undefined || !(await tokens.isAuthorized(target.application))) return;
    const signal = new AbortController().signal;
    const tables = await readTables(lists, environmentOf(target), { signal });
    if (document.isClosed) return;
    if (schemaHash(tables) === hash) return collection.delete(document.uri);
    const where = `${target.application.name} · ${environmentName(target.environment)}`;
    const text = vscode.l10n.t('The data tables of {0} no longer match these types.', where);
    const range = document.lineAt(0).range;
    const diagnostic = new vscode.Diagnostic(range, plainText(text, 1000), vscode.DiagnosticSeverity.Warning);
    diagnostic.source = 'Hydrogen';
    collection.set(document.uri, [diagnostic]);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => vscode.workspace.textDocuments.forEach(checkSilently), pause);
  };
  const checkSilently = (document: vscode.TextDocument) => void check(document).catch(() => undefined);
  vscode.workspace.textDocuments.forEach(checkSilently);
  const subscription = vscode.Disposable.from(
    collection,
    vscode.workspace.onDidOpenTextDocument(checkSilently),
    // The tree reads the tables again, so they may have changed.
    lists.onDidChange(node => {
      if (hasTables(node)) checkLater();
    }),
    new vscode.Disposable(() => clearTimeout(timer)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => collection.delete(uri)),
    vscode.languages.registerCodeActionsProvider(
      { pattern: `**/${typesFile}` },
      {
        provideCodeActions(document, range) {
          const diagnostics = (collection.get(document.uri) ?? []).filter(one => one.range.intersection(range));
          const { target } = targetOf(document);
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
        },
      },
    ),
  );
  return {
    clear: uri => collection.delete(uri),
    dispose: () => void subscription.dispose(),
  };
}

/** @param node `undefined` stands for the whole tree */
function hasTables(node: TreeNode | undefined): boolean {
  return node === undefined || ['application', 'environment', 'dataTables'].includes(node.kind);
}
