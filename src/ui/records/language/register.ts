import * as vscode from 'vscode';
import type { CommandRunner } from '../../platform/command';
import type { CommandArgument } from '../../platform/commandArgument';
import { loadPart } from '../../loading/loadPart';
import { schemes } from '../../platform/schemes';
import { tabUri } from '../../platform/tabUri';
import { openDocument } from '../document/openDocument';
import { readRecordAddress } from '../document/recordAddress';
import type { RecordFiles } from '../document/recordFiles';
import type { QueryCommand } from './queryCommands';
import type { RecordLanguage } from './recordLanguage';

// Milliseconds after a change in which a request for completion counts as caused by typing. VS Code does not report
// whether typing or an explicit command caused the request.
const typing = 300;

/** Registers completion, hovers, inlay hints and query commands for documents of records. Loads them on first use. */
export function registerRecordLanguage(commands: CommandRunner, files: RecordFiles): vscode.Disposable {
  const selector = { scheme: schemes.document };
  const typedAt = new WeakMap<vscode.TextDocument, number>();
  const changed = new vscode.EventEmitter<void>();
  let loading: Promise<RecordLanguage> | undefined;
  const language = async ({ uri }: vscode.TextDocument): Promise<RecordLanguage | undefined> => {
    if (readRecordAddress(uri) === undefined) return undefined;
    loading ??= loadPart('recordLanguage', () => import('./recordLanguage')).then(
      ({ createRecordLanguage }) => createRecordLanguage(files),
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  const query = (command: QueryCommand) => async (argument: CommandArgument) => {
    const editor = vscode.window.activeTextEditor;
    const active = vscode.window.tabGroups.activeTabGroup.activeTab;
    const uri = argument instanceof vscode.Uri ? argument : (editor?.document.uri ?? tabUri(active));
    const document = uri && openDocument(uri);
    const position = editor?.document === document ? editor?.selection.active : undefined;
    if (document !== undefined) await (await language(document))?.query(command, document, position);
  };
  return vscode.Disposable.from(
    changed,
    { dispose: () => void loading?.then(loaded => loaded.dispose()).catch(() => undefined) },
    commands.register('hydrogen.records.filter', query('filter')),
    commands.register('hydrogen.records.exclude', query('exclude')),
    commands.register('hydrogen.records.sortAscending', query('sortAscending')),
    commands.register('hydrogen.records.sortDescending', query('sortDescending')),
    commands.register('hydrogen.records.chooseColumns', query('chooseColumns')),
    commands.register('hydrogen.records.editFilter', query('editFilter')),
    commands.register('hydrogen.records.removeFilter', query('removeFilter')),
    commands.register('hydrogen.records.nextPage', query('nextPage')),
    commands.register('hydrogen.records.previousPage', query('previousPage')),
    files.onDidRead(() => changed.fire()),
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (document.uri.scheme === schemes.document && contentChanges.length > 0) typedAt.set(document, Date.now());
    }),
    vscode.languages.registerCompletionItemProvider(
      selector,
      {
        async provideCompletionItems(document, position, token, { triggerKind }) {
          const isTyping = Date.now() - (typedAt.get(document) ?? 0) <= typing;
          const isAsked = triggerKind === vscode.CompletionTriggerKind.Invoke && !isTyping;
          return (await language(document))?.completions(document, position, isAsked, token);
        },
      },
      ...['"', ':'],
    ),
    vscode.languages.registerHoverProvider(selector, {
      provideHover: async (document, position, token) => (await language(document))?.hover(document, position, token),
    }),
    vscode.languages.registerInlayHintsProvider(selector, {
      onDidChangeInlayHints: changed.event,
      provideInlayHints: async (document, range, token) => (await language(document))?.hints(document, range, token),
    }),
  );
}
