import * as vscode from 'vscode';
import { commandTarget } from '../applications/commandTarget';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import { UiError } from '../messages/uiError';
import { isNode } from '../nodes/node';
import type { CommandRunner } from '../platform/command';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { loadPart } from '../platform/loadPart';
import { schemes } from '../platform/schemes';
import { openDocument } from '../records/document/openDocument';
import { functionUri, readFunctionAddress } from './document/functionAddress';
import type { FunctionFiles } from './document/functionFiles';

export interface FunctionServices {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  functionFiles: FunctionFiles;
}

const load = () => loadPart('functions', () => import('./functions'));

/** Registers cloud functions. The code of their commands is loaded on first use. */
export function registerFunctions(services: FunctionServices): vscode.Disposable[] {
  const { commands } = services;
  const javascript = { language: 'javascript', scheme: schemes.document };
  return [
    commands.register('hydrogen.function.open', argument => openFunction(services, argument)),
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

/** Opens the deployed code. @returns the address of its document */
async function openFunction(services: FunctionServices, argument: CommandArgument): Promise<vscode.Uri> {
  const target = await commandTarget(services, argument);
  const uri = functionUri(target, functionName(argument));
  // Reads before the editor opens, so that a failure is one of the command.
  if (openDocument(uri)?.isDirty !== true) await services.functionFiles.refresh(uri);
  await vscode.commands.executeCommand('vscode.open', uri, { preview: true });
  return uri;
}

/** @throws UiError if a script does not name a function */
function functionName(argument: CommandArgument): string {
  if (isNode(argument) && argument.kind === 'cloudFunction') return argument.name;
  const name = isScripted(argument) ? argument['name'] : undefined;
  if (typeof name === 'string' && name !== '') return name;
  throw new UiError(vscode.l10n.t('The argument cannot be used: {0} is not valid.', 'name'));
}

function isFunction({ uri }: vscode.TextDocument): boolean {
  return readFunctionAddress(uri) !== undefined;
}
