import type * as vscode from 'vscode';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import type { Guard } from '../../guard/guard';
import type { CommandRunner } from '../../platform/command';
import { loadPart } from '../../platform/loadPart';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { ServiceAccess } from '../../users/serviceFor';
import type { RecordFiles } from '../document/recordFiles';

export interface TransferDependencies extends ServiceAccess {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  guard: Guard;
  texts: ReadonlyTexts;
  records: Pick<RecordFiles, 'document' | 'refresh' | 'serviceOf'>;
}

/** Registers export and import of tables; their code is loaded on first use. */
export function registerTransfer(dependencies: TransferDependencies): vscode.Disposable[] {
  const { commands } = dependencies;
  const load = () => loadPart('transfer', () => import('./transfer'));
  return [
    commands.register('hydrogen.table.export', async argument => (await load()).runExport(dependencies, argument)),
  ];
}
