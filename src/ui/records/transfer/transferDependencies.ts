import type * as vscode from 'vscode';
import type { CommandServices } from '../../applications/commandTarget';
import type { Guard } from '../../guard/guard';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { ServiceAccess } from '../../users/serviceFor';
import type { RecordFiles } from '../document/recordFiles';
import type { RunningImports } from './runningImports';

/** The services of the window that exports and imports need. */
export interface TransferServices extends ServiceAccess, CommandServices {
  guard: Guard;
  texts: ReadonlyTexts;
  records: Pick<RecordFiles, 'changes' | 'document' | 'refresh' | 'rereadTable' | 'serviceOf'>;
}

export interface TransferDependencies extends TransferServices {
  /** Stores the service plans of the applications. */
  state: vscode.Memento;
  running: RunningImports;
  /** The folder with the scripts and style sheets of webviews. */
  folder: vscode.Uri;
}
