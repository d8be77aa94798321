import type * as vscode from 'vscode';
import type { ApplicationStore } from '../applications/applicationStore';
import type { SelectionStore } from '../applications/selectionStore';
import type { Requests } from '../requests/register';
import type { LocalSandbox } from '../sandbox/localSandbox';
import type { Tests } from './deferredTests';
import { registerPlaces, type Place } from './places';
import { createTestRuns } from './testRuns';
import { createTestTree } from './testTree';

/** Files with checks as tests. */
export function registerTests({
  controller,
  sandboxProfile,
  sandbox,
  applications,
  selection,
  requests,
}: {
  controller: vscode.TestController;
  sandboxProfile: vscode.TestRunProfile;
  sandbox: Pick<LocalSandbox, 'ready'>;
  applications: ApplicationStore;
  selection: SelectionStore;
  requests: Pick<Requests, 'check' | 'evaluate' | 'outdatedSnapshots'>;
}): Tests & vscode.Disposable {
  const tree = createTestTree(controller);
  const run = createTestRuns(controller, tree, requests);
  const sandboxPlace = async (): Promise<Place> => {
    const { application, secrets } = await sandbox.ready();
    return { selection: { application, environment: undefined }, secret: name => secrets.get(name) };
  };
  const places = registerPlaces({ controller, applications, selection, sandboxProfile, run });
  return {
    resolve: item => (item === undefined ? tree.found() : tree.resolve(item)),
    refresh: token => tree.refresh(token),
    runInSandbox: (request, token) => run(request, token, sandboxPlace),
    dispose() {
      places.dispose();
      tree.dispose();
    },
  };
}
