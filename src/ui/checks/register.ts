import type * as vscode from 'vscode';
import type { TargetServices } from '../applications/commandTarget';
import type { Requests } from '../requests/register';
import type { LocalSandbox } from '../sandbox/localSandbox';
import type { Tests } from './deferredTests';
import { CheckTargets, type CheckTarget } from './checkTargets';
import { ResultTargets } from './resultTargets';
import { TestRuns } from './testRuns';
import { TestTree } from './testTree';

interface TestServices extends TargetServices {
  controller: vscode.TestController;
  sandboxProfile: vscode.TestRunProfile;
  sandbox: Pick<LocalSandbox, 'ready'>;
  requests: Pick<Requests, 'check' | 'evaluate' | 'outdatedSnapshots'>;
}

/** Registers files with checks as tests. */
export function registerTests(services: TestServices): Tests & vscode.Disposable {
  const { controller, sandboxProfile, sandbox, applications, selection, requests } = services;
  const resultPlaces = new ResultTargets(controller, { applications, selection });
  const tree = new TestTree(controller, resultPlaces);
  const runs = new TestRuns(controller, tree, resultPlaces, requests);
  const sandboxTarget = async (): Promise<CheckTarget> => {
    const { application, secrets } = await sandbox.ready();
    return { selection: { application, environment: undefined }, secret: name => secrets.get(name) };
  };
  const targets = new CheckTargets({
    controller,
    applications,
    selection,
    sandboxProfile,
    run: (request, token, target) => runs.run(request, token, target),
  });
  return {
    resolve: item => (item === undefined ? tree.discover() : tree.resolve(item)),
    refresh: token => tree.refresh(token),
    runInSandbox: (request, token) => runs.run(request, token, sandboxTarget),
    dispose() {
      targets.dispose();
      resultPlaces.dispose();
      tree.dispose();
    },
  };
}
