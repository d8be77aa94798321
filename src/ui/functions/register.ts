import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import { functionFile } from '../../functions/sourceFolder';
import { commandTarget, type CommandServices } from '../applications/commandTarget';
import { withFailedCall } from '../messages/failedCall';
import { UiError } from '../messages/uiError';
import { applicationNode } from '../nodes/application';
import { cloudFunctionsNode } from '../nodes/cloudFunctions';
import { environmentNode } from '../nodes/environment';
import { functionScheme } from '../nodes/functionUri';
import { isNode, type TreeNode } from '../nodes/node';
import { invalidArgument, isScripted, type CommandArgument } from '../platform/commandArgument';
import { loadPart } from '../loading/loadPart';
import { schemes } from '../platform/schemes';
import { openDocument } from '../records/document/openDocument';
import { functionUri, readFunctionAddress } from './document/functionAddress';
import type { DeployServices } from './deploy/deployCode';
import type { FunctionFiles } from './document/functionFiles';
import { FunctionWatch } from './workspace/functionWatch';
import { lensesOf } from './workspace/lenses';
import { registerNodeDiagnostics } from './workspace/nodeDiagnostics';
import {
  boundFolder,
  localFunctionOf,
  nameOf,
  requireLocalFolder,
  withFunctionErrors,
  type LocalFunction,
} from './workspace/localFunction';

interface FunctionServices extends DeployServices, CommandServices {
  functionFiles: FunctionFiles;
  lists: { refresh(node: TreeNode): void };
}

const load = () => loadPart('functions', () => import('./functions'));

/** Registers the commands and language features for cloud functions. Their code is loaded on first use. */
export function registerFunctions(services: FunctionServices): vscode.Disposable[] {
  const { commands } = services;
  const javascript = { language: 'javascript', scheme: schemes.document };
  const watch = new FunctionWatch();
  return [
    commands.register('hydrogen.function.open', argument => openFunction(services, argument)),
    commands.register('hydrogen.function.deploy', async argument => {
      const local = await withFunctionErrors(() => localFunction(argument));
      const target = await targetOf(services, argument);
      const { deployFile } = await load();
      const deployment = refreshAfter(services, target, local.name, deployFile(services, target, local));
      await repeatable(argument, local, deployment);
    }),
    commands.register('hydrogen.function.addToWorkspace', async argument => {
      const target = await commandTarget(services, argument);
      const { addToWorkspace } = await load();
      const name = functionName(argument);
      return refreshAfter(services, target, name, addToWorkspace(services, target, name, argument));
    }),
    commands.register('hydrogen.function.versions', async argument => {
      const isNamed = isNode(argument) || isScripted(argument);
      const local = isNamed ? undefined : await withFunctionErrors(() => localFunction(argument));
      const name = local?.name ?? functionName(argument);
      const target = await targetOf(services, argument);
      const { showVersions } = await load();
      const rollBack = refreshAfter(services, target, name, showVersions(services, target, name));
      await (local === undefined ? rollBack : repeatable(argument, local, rollBack));
    }),
    registerNodeDiagnostics(),
    watch,
    registerDecorations(watch),
    registerLenses(watch),
    vscode.languages.registerCompletionItemProvider(
      javascript,
      {
        provideCompletionItems: async (document, position) =>
          isFunction(document) ? (await load()).completionsAt(document, position) : [],
      },
      '.',
    ),
    vscode.languages.registerHoverProvider(javascript, {
      provideHover: async (document, position) =>
        isFunction(document) ? (await load()).hoverAt(document, position) : undefined,
    }),
  ];
}

/** Waits for work on the function of an editor. Another editor may be active when the user tries again. */
async function repeatable(argument: CommandArgument, { source, name }: LocalFunction, work: Promise<void>) {
  await work.catch((error: unknown) => {
    if (argument !== undefined) throw error;
    throw withFailedCall(error, { again: [vscode.Uri.file(functionFile(source, name)), undefined] });
  });
}

/** Waits for work that may change a function. Then refreshes its document and the tree items, even after a failure. */
async function refreshAfter<T>(
  { lists, functionFiles }: FunctionServices,
  target: Selection,
  name: string,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } finally {
    const { application, environment } = target;
    lists.refresh(cloudFunctionsNode(environmentNode(applicationNode(application), environment)));
    void functionFiles.reread(functionUri(target, name));
  }
}

/** Registers decorations for functions whose deployed code differs from the file. */
function registerDecorations(watch: FunctionWatch): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    onDidChangeFileDecorations: watch.onDidChange,
    provideFileDecoration: async uri => {
      if (uri.scheme !== functionScheme) return undefined;
      watch.start();
      return (await load()).decorationOf(uri);
    },
  });
}

/** Registers the lenses of local functions. A file is one as long as `hydrogen.json` names its folder. */
function registerLenses(watch: FunctionWatch): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(
    { language: 'javascript', scheme: 'file', pattern: '**/index.js' },
    {
      onDidChangeCodeLenses: watch.onDidChange,
      provideCodeLenses: async document => {
        const lenses = lensesOf(document);
        if (lenses.length === 0) return [];
        watch.start();
        // The commands report an invalid hydrogen.json.
        const local = await localFunctionOf(document.uri).catch(() => undefined);
        return local === undefined ? [] : lenses;
      },
    },
  );
}

/** Opens the deployed code of a function. @returns the URI of its document */
async function openFunction(services: FunctionServices, argument: CommandArgument): Promise<vscode.Uri> {
  const target = await commandTarget(services, argument);
  const uri = functionUri(target, functionName(argument));
  // Reads the code before the editor opens, so that the command reports a failure.
  if (openDocument(uri)?.isDirty !== true) await services.functionFiles.refresh(uri);
  await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
  return uri;
}

/** Returns the target of a tree item or script, otherwise the selection. A code lens passes only a file. */
function targetOf(services: FunctionServices, argument: CommandArgument): Promise<Selection> {
  return commandTarget(services, argument instanceof vscode.Uri ? undefined : argument);
}

/** Returns the function of a tree item, a script, a code lens or the active editor. @throws UiError, FunctionError */
async function localFunction(argument: CommandArgument): Promise<LocalFunction> {
  requireLocalFolder();
  if (isNode(argument) || isScripted(argument)) {
    const source = await boundFolder();
    if (source !== undefined) return { source, name: functionName(argument) };
  } else {
    const uri = argument instanceof vscode.Uri ? argument : vscode.window.activeTextEditor?.document.uri;
    const local = await localFunctionOf(uri);
    if (local !== undefined) return local;
  }
  throw new UiError(
    vscode.l10n.t('This is not a function of the workspace. Use “Add to Workspace…” on its row in Applications first.'),
  );
}

/** Returns the function name of a tree item or script. @throws UiError if there is none */
function functionName(argument: CommandArgument): string {
  const name = nameOf(argument);
  if (name !== undefined) return name;
  throw invalidArgument('name');
}

function isFunction({ uri }: vscode.TextDocument): boolean {
  return readFunctionAddress(uri) !== undefined;
}
