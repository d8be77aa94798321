import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Secret } from '../../api/secret';
import type { Application } from '../../applications/application';
import type { Sandbox, SandboxApplication } from '../../sandbox/sandbox';
import type { ApplicationStore } from '../applications/applicationStore';
import { loadPart } from '../platform/loadPart';
import type { Log } from '../platform/log';
import { rememberedSandbox, sandboxMemory, type SandboxMemory } from './sandboxMemory';
import type { SelectionStore } from '../applications/selectionStore';
import type { Tokens } from '../tokens/tokens';

/** The sandbox of this window. Runs in the extension host, ends with it, and restarts after a reload. */
export interface LocalSandbox extends vscode.Disposable {
  /** True while it runs or starts. */
  readonly running: boolean;
  /** The running sandbox; `undefined` while it starts. */
  readonly current: Sandbox | undefined;
  /** Fires when the sandbox was started or stopped. */
  readonly onDidChange: vscode.Event<void>;
  /** How far its clock is ahead of this machine's, in milliseconds; 0 while it does not run. */
  readonly clockOffset: number;
  readonly onDidMoveClock: vscode.Event<void>;
  /** Fires when the data was reset or replaced by a saved state. */
  readonly onDidReplaceData: vscode.Event<void>;
  /**
   * Starts it unless it runs. @returns its first application, and the secrets that documents may use without a question
   */
  ready(): Promise<{ application: Application; secrets: ReadonlyMap<string, Secret> }>;
  /** Starts it unless it runs, shows and selects its application, authorized. */
  start(signal?: AbortSignal): Promise<Application>;
  /** Ends it and forgets its credentials and data. */
  stop(): Promise<void>;
  /** Replaces the data by the seed; does nothing unless the sandbox runs. */
  reset(): void;
  /** Replaces all data by a saved state. @throws RangeError when it is not the state of a sandbox */
  load(state: unknown): Promise<void>;
  /** Restarts it if it ran before the window was reloaded. */
  restore(): Promise<void>;
  /** Resolves when a pending start has ended, whether or not it succeeded. */
  restored(): Promise<void>;
}

interface Running {
  sandbox: Sandbox;
  applications: Application[];
  memory: SandboxMemory;
}

type State = 'stopped' | { starting: Promise<Running> } | { running: Running };

/** Key of the state that says that VS Code was opened on the sandbox. */
const opened = 'hydrogen.sandbox.opened';

export function createLocalSandbox(
  memento: vscode.Memento,
  applications: ApplicationStore,
  selection: SelectionStore,
  tokens: Tokens,
  log: Log,
): LocalSandbox {
  let state: State = 'stopped';
  const changed = new vscode.EventEmitter<void>();
  const replaced = new vscode.EventEmitter<void>();
  const moved = new vscode.EventEmitter<void>();
  const running = () => (typeof state === 'object' && 'running' in state ? state.running : undefined);
  const setState = (next: State) => {
    const ran = running() !== undefined;
    state = next;
    const runs = running() !== undefined;
    if (runs === ran) return;
    void vscode.commands.executeCommand('setContext', 'hydrogen.sandbox.running', runs);
    changed.fire();
  };
  const keepSecrets = async (sandbox: Sandbox, shown: readonly Application[]) => {
    for (const [index, application] of shown.entries()) {
      const secret = new Secret(sandbox.applications[index]?.clientSecret ?? '');
      const stored = await tokens.of(application).clientSecret();
      if (stored === undefined || !stored.equals(secret)) await tokens.of(application).keep(secret);
    }
  };

  const launch = async (): Promise<Running> => {
    const remembered = rememberedSandbox(memento);
    const name = remembered?.name ?? `sandbox-${randomUUID()}`;
    const { startSandbox } = await loadPart('sandbox', () => import('../../sandbox/sandbox'));
    const options = { state: remembered?.state };
    const sandbox = await startSandbox({ ...options, port: remembered?.port ?? 0 }).catch((error: unknown) => {
      // The window before the reload may still hold the port.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return startSandbox(options);
    });
    const memory = sandboxMemory(memento, () => ({ name, port: sandbox.port, state: sandbox.state() }), log);
    let { clockOffset } = sandbox;
    sandbox.onStateChange(() => {
      memory.later();
      if (sandbox.clockOffset === clockOffset) return;
      ({ clockOffset } = sandbox);
      moved.fire();
    });
    await memory.now();
    const shown = sandbox.applications.map(application => shownApplication(application, name));
    await keepSecrets(sandbox, shown);
    applications.showSandbox(shown);
    log.info(`sandbox listens at ${sandbox.origin}`);
    return { sandbox, applications: shown, memory };
  };

  /** Starts it unless it runs; a start under way is shared. */
  const ensureRunning = (): Promise<Running> => {
    if (typeof state === 'object') return 'running' in state ? Promise.resolve(state.running) : state.starting;
    const starting = launch().then(
      launched => {
        setState({ running: launched });
        return launched;
      },
      (error: unknown) => {
        setState('stopped');
        throw error;
      },
    );
    setState({ starting });
    return starting;
  };

  const ready = async () => {
    const { applications, sandbox } = await ensureRunning();
    const [application] = applications;
    if (application === undefined) throw new Error('the sandbox has no application');
    return { application, secrets: sandbox.secrets };
  };

  const started = (): Promise<Running | undefined> => {
    if (state === 'stopped') return Promise.resolve(undefined);
    return ensureRunning().catch(() => undefined);
  };

  return {
    get running() {
      return state !== 'stopped';
    },
    get current() {
      return running()?.sandbox;
    },
    onDidChange: changed.event,
    get clockOffset() {
      return running()?.sandbox.clockOffset ?? 0;
    },
    onDidMoveClock: moved.event,
    onDidReplaceData: replaced.event,
    ready,
    async start(signal) {
      const { application } = await ready();
      await selection.select({ application, environment: undefined });
      await tokens.of(application).accessToken({ signal });
      return application;
    },
    async stop() {
      const ending = await started();
      if (ending === undefined || running() !== ending) return;
      setState('stopped');
      // Forget it first: a reload during shutdown would restart it.
      await ending.memory.forget();
      applications.showSandbox([]);
      await ending.sandbox.close();
      for (const application of ending.applications) await tokens.of(application).forgetAll();
    },
    reset() {
      running()?.sandbox.reset();
      replaced.fire();
    },
    async load(saved) {
      const current = running();
      if (current === undefined) return;
      current.sandbox.load(saved);
      // The state may be from before or after a ClientSecret was reset.
      await keepSecrets(current.sandbox, current.applications);
      replaced.fire();
    },
    async restore() {
      if (rememberedSandbox(memento) === undefined) {
        // `npm start` opens VS Code on the sandbox; once stopped, it does not start again after a reload.
        if (process.env['HYDROGEN_START_SANDBOX'] === '1' && memento.get(opened) === undefined) {
          await memento.update(opened, true);
          await vscode.commands.executeCommand('hydrogen.sandbox.start');
        }
        return;
      }
      try {
        await ensureRunning();
      } catch (error) {
        log.error(`the sandbox did not start: ${(error as Error).name}`);
      }
    },
    async restored() {
      await started();
    },
    dispose() {
      running()?.memory.flush();
      void started().then(last => last?.sandbox.close());
      changed.dispose();
      replaced.dispose();
      moved.dispose();
    },
  };
}

function shownApplication(application: SandboxApplication, name: string): Application {
  const { clientId, serverDomain, authUrl, environments } = application;
  return { name: application.name, clientId, serverDomain, authUrl, environments, contentGroups: [], sandbox: name };
}
