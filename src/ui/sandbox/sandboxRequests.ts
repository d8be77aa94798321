import * as vscode from 'vscode';
import type { RecordedRequest } from '../../sandbox/sandbox';
import { environmentName } from '../nodes/environmentName';
import type { LocalSandbox } from './localSandbox';

const shown = 100;
/** Milliseconds between two refreshes of the tree. */
const pause = 250;

/** The requests that the sandbox of this window has received, for the tree. */
export interface SandboxRequests extends vscode.Disposable {
  /** Returns the last requests, newest first; none while the sandbox does not run. */
  list(): RecordedRequest[];
  /** Fires at most a few times per second. */
  readonly onDidChange: vscode.Event<void>;
  /** Returns the environment's name; `undefined` for authorization requests. */
  environmentOf(request: RecordedRequest): string | undefined;
}

export function createSandboxRequests(sandbox: LocalSandbox): SandboxRequests {
  const changed = new vscode.EventEmitter<void>();
  let timer: NodeJS.Timeout | undefined;
  let stopListening: (() => void) | undefined;
  const listen = () => {
    stopListening?.();
    stopListening = sandbox.current?.onRequest(() => {
      timer ??= setTimeout(() => {
        timer = undefined;
        changed.fire();
      }, pause);
    });
  };
  const subscription = sandbox.onDidChange(listen);
  return {
    list: () => (sandbox.current?.requests ?? []).slice(-shown).reverse(),
    onDidChange: changed.event,
    environmentOf({ path, environment: envId }) {
      if (path.startsWith('/api/')) return undefined;
      if (envId === undefined) return environmentName(undefined);
      const environments = sandbox.current?.applications.flatMap(application => application.environments) ?? [];
      return environments.find(environment => environment.envId === envId)?.name ?? envId;
    },
    dispose() {
      clearTimeout(timer);
      stopListening?.();
      subscription.dispose();
      changed.dispose();
    },
  };
}
