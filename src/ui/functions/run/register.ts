import * as vscode from 'vscode';
import { loadPart } from '../../platform/loadPart';
import type { RunDependencies } from './runServices';

/** Registers running and debugging of cloud functions. The code is loaded on first use. */
export function registerRuns(dependencies: RunDependencies, context: vscode.ExtensionContext): vscode.Disposable {
  const { commands } = dependencies;
  const problems = vscode.languages.createDiagnosticCollection('hydrogen-runs');
  const state = context.workspaceState;
  const program = context.asAbsolutePath('dist/functionProgram.cjs');
  const load = async () => {
    const { Runs } = await loadPart('functions', () => import('./runs'));
    return new Runs({ ...dependencies, state, program, problems });
  };
  return vscode.Disposable.from(
    problems,
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) problems.delete(document.uri);
    }),
    commands.register('hydrogen.function.run', async argument => (await load()).runLocally(argument, false)),
    commands.register('hydrogen.function.debug', async argument => (await load()).runLocally(argument, true)),
    commands.register('hydrogen.function.runIn', async argument => (await load()).runIn(argument)),
  );
}
