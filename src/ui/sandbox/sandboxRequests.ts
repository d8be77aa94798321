import * as vscode from 'vscode';
import type { RecordedRequest } from '../../sandbox/sandbox';
import { environmentName } from '../nodes/environmentName';
import type { LocalSandbox } from './localSandbox';

const shown = 100;
/** Milliseconds between two refreshes of the tree. */
const pause = 250;

/** The requests that the sandbox of this window has received, for the tree. */
export class SandboxRequests implements vscode.Disposable {
  readonly #sandbox: LocalSandbox;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #subscription: vscode.Disposable;
  #timer: NodeJS.Timeout | undefined;
  #stopListening: (() => void) | undefined;
  /** Fires at most a few times per second. */
  readonly onDidChange = this.#changed.event;

  constructor(sandbox: LocalSandbox) {
    this.#sandbox = sandbox;
    this.#subscription = sandbox.onDidChange(() => this.#listen());
  }

  /** Returns the last requests, newest first; none while the sandbox does not run. */
  list(): RecordedRequest[] {
    return (this.#sandbox.current?.requests ?? []).slice(-shown).reverse();
  }

  /** Returns the environment's name; `undefined` for authorization requests. */
  environmentOf({ path, environment: envId }: RecordedRequest): string | undefined {
    if (path.startsWith('/api/')) return undefined;
    if (envId === undefined) return environmentName(undefined);
    const environments = this.#sandbox.current?.applications.flatMap(application => application.environments) ?? [];
    return environments.find(environment => environment.envId === envId)?.name ?? envId;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#stopListening?.();
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #listen(): void {
    this.#stopListening?.();
    this.#stopListening = this.#sandbox.current?.onRequest(() => {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#changed.fire();
      }, pause);
    });
  }
}
