import type * as vscode from 'vscode';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import type { Guard } from '../../guard/guard';
import type { CommandRunner } from '../../platform/command';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { ServiceAccess } from '../../users/serviceFor';
import type { RecordFiles } from '../document/recordFiles';
import type { RunningImports } from './runningImports';

/** The services of the window that exports and imports need. */
export interface TransferServices extends ServiceAccess {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  guard: Guard;
  texts: ReadonlyTexts;
  records: Pick<RecordFiles, 'changes' | 'document' | 'refresh' | 'serviceOf'>;
}

export interface TransferDependencies extends TransferServices {
  /** Stores the service plans of the applications. */
  state: vscode.Memento;
  running: RunningImports;
  /** The folder with the scripts and style sheets of webviews. */
  folder: vscode.Uri;
}
