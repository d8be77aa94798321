import * as vscode from 'vscode';
import { loadPart } from '../../loading/loadPart';
import type { FollowedRuns } from './follow';
import type { RunDependencies } from './showFailedLine';

/** Registers the commands that run, debug and follow cloud functions. Their code is loaded on first use. */
export function registerRuns(dependencies: RunDependencies, context: vscode.ExtensionContext): vscode.Disposable {
  const { commands } = dependencies;
  const problems = vscode.languages.createDiagnosticCollection('hydrogen-runs');
  const state = context.workspaceState;
  const program = context.asAbsolutePath('dist/functionProgram.cjs');
  const load = async () => {
    const { Runs } = await loadPart('functions', () => import('../functions'));
    return new Runs({ ...dependencies, state, program, problems });
  };
  let following: FollowedRuns | undefined;
  const follow = async () => {
    const { FollowedRuns } = await loadPart('functions', () => import('../functions'));
    return (following ??= new FollowedRuns(dependencies));
  };
  return vscode.Disposable.from(
    problems,
    { dispose: () => following?.dispose() },
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length > 0) problems.delete(document.uri);
    }),
    commands.register('hydrogen.function.run', async argument => (await load()).runLocally(argument, 'run')),
    commands.register('hydrogen.function.debug', async argument => (await load()).runLocally(argument, 'debug')),
    commands.register('hydrogen.function.runIn', async argument => (await load()).runIn(argument)),
    commands.register('hydrogen.function.follow', async argument => (await follow()).toggle(argument)),
  );
}
