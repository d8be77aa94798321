import type * as vscode from 'vscode';
import type { CommandServices } from '../../applications/commandTarget';
import type { Guard } from '../../guard/guard';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { LocalSandbox } from '../../sandbox/localSandbox';
import type { FunctionFiles } from '../document/functionFiles';
import type { ServiceAccess } from '../../users/serviceFor';

/** The services of the window that are needed to run functions. */
export interface RunDependencies extends ServiceAccess, CommandServices {
  guard: Guard;
  texts: ReadonlyTexts;
  sandbox: Pick<LocalSandbox, 'ready' | 'current'>;
  functionFiles: Pick<FunctionFiles, 'refresh'>;
}

export interface FunctionRunServices extends RunDependencies {
  state: vscode.Memento;
  /** The path of the program that runs a function from a file. */
  program: string;
  problems: vscode.DiagnosticCollection;
}
