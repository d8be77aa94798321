import * as vscode from 'vscode';
import { findTarget } from '../../../applications/selection';
import { plainText } from '../../messages/plainText';
import { showMessage } from '../../platform/dialogs';
import { loadPart } from '../../loading/loadPart';
import { importArgument } from './importArgument';
import { RunningImports, type RunningImport } from './runningImports';
import type { TransferDependencies, TransferServices } from './transferDependencies';

/** Registers the export and import commands (loaded on first use). Offers to continue interrupted imports. */
export function registerTransfer(
  services: TransferServices,
  {
    extensionUri,
    globalState,
    workspaceState,
  }: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalState' | 'workspaceState'>,
): vscode.Disposable[] {
  const { commands } = services;
  const folder = vscode.Uri.joinPath(extensionUri, 'dist');
  const running = new RunningImports(workspaceState);
  const dependencies: TransferDependencies = { ...services, state: globalState, running, folder };
  const load = () => loadPart('transfer', () => import('./transfer'));
  for (const interrupted of running.takeInterrupted()) void offerToContinue(services, interrupted);
  return [
    commands.register('hydrogen.table.export', async argument => (await load()).runExport(dependencies, argument)),
    commands.registerEach('hydrogen.table.import', async (argument, several) => {
      const result = await (await load()).runImport(dependencies, argument);
      if (several && result.stopped === 'cancelled') throw new vscode.CancellationError();
      return result;
    }),
  ];
}

/** Offers to continue an import that a reload interrupted. */
async function offerToContinue(
  { applications, commands }: Pick<TransferServices, 'applications' | 'commands'>,
  interrupted: RunningImport,
): Promise<void> {
  const target = findTarget(applications.list().applications, interrupted);
  if (target === undefined) return;
  const uri = vscode.Uri.parse(interrupted.uri);
  const button = vscode.l10n.t('Continue');
  const name = plainText(uri.path.split('/').at(-1) ?? '', 60);
  const text = vscode.l10n.t('The import of {0} was interrupted. Nothing is lost.', name);
  if ((await showMessage('warning', text, button)) !== button) return;
  await commands.run('hydrogen.table.import', importArgument(target, { id: interrupted.table, name: undefined }, uri));
}
