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

/** The sandbox of this window: runs in the extension host, ends with it, and is there again after a reload. */
export interface LocalSandbox extends vscode.Disposable {
  readonly running: boolean;
  /** The one that runs; `undefined` also while it starts. */
  readonly current: Sandbox | undefined;
  /** It runs now, or does not any more. */
  readonly onDidChange: vscode.Event<void>;
  /** Starts it unless it runs, shows and selects its application, authorized. */
  start(signal?: AbortSignal): Promise<Application>;
  /** Ends it and forgets its credentials and data. */
  stop(): Promise<void>;
  /** Puts a saved state in the place of everything there is. Throws RangeError when something else wrote it. */
  load(state: unknown): Promise<void>;
  /** Starts it again when it ran before the window was reloaded. */
  restore(): Promise<void>;
  /** Resolves when a start under way has ended, well or not. */
  restored(): Promise<void>;
}

interface Running {
  sandbox: Sandbox;
  shown: Application[];
  memory: SandboxMemory;
}

export function createLocalSandbox(
  state: vscode.Memento,
  applications: ApplicationStore,
  selection: SelectionStore,
  tokens: Tokens,
  log: Log,
): LocalSandbox {
  let starting: Promise<Running> | undefined;
  let current: Running | undefined;
  const changed = new vscode.EventEmitter<void>();
  const tell = (running: Running | undefined) => {
    current = running;
    void vscode.commands.executeCommand('setContext', 'hydrogen.sandbox.running', running !== undefined);
    changed.fire();
  };
  const keepSecrets = async ({ sandbox, shown }: Pick<Running, 'sandbox' | 'shown'>) => {
    for (const [index, application] of shown.entries()) {
      const secret = new Secret(sandbox.applications[index]?.clientSecret ?? '');
      const stored = await tokens.of(application).clientSecret();
      if (stored === undefined || !stored.equals(secret)) await tokens.of(application).keep(secret);
    }
  };

  const launch = async (): Promise<Running> => {
    const remembered = rememberedSandbox(state);
    const name = remembered?.name ?? `sandbox-${randomUUID()}`;
    const { startSandbox } = await loadPart('sandbox', () => import('../../sandbox/sandbox'));
    const options = remembered === undefined ? {} : { state: remembered.state };
    const sandbox = await startSandbox({ ...options, port: remembered?.port ?? 0 }).catch((error: unknown) => {
      // The window before the reload may still hold the port.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return startSandbox(options);
    });
    const memory = sandboxMemory(state, () => ({ name, port: sandbox.port, state: sandbox.state() }), log);
    sandbox.onStateChange(() => memory.later());
    await memory.now();
    const shown = sandbox.applications.map(application => shownApplication(application, name));
    await keepSecrets({ sandbox, shown });
    applications.showSandbox(shown);
    log.info(`sandbox listens at ${sandbox.origin}`);
    const running = { sandbox, shown, memory };
    tell(running);
    return running;
  };

  const running = () => {
    starting ??= launch().catch((error: unknown) => {
      starting = undefined;
      throw error;
    });
    return starting;
  };

  return {
    get running() {
      return starting !== undefined;
    },
    get current() {
      return current?.sandbox;
    },
    onDidChange: changed.event,
    async start(signal) {
      const { shown } = await running();
      const application = shown[0];
      if (application === undefined) throw new Error('the sandbox has no application');
      await selection.select({ application, environment: undefined });
      await tokens.of(application).accessToken(signal === undefined ? {} : { signal });
      return application;
    },
    async stop() {
      const ending = starting;
      starting = undefined;
      if (ending === undefined) return;
      const { sandbox, shown, memory } = await ending;
      tell(undefined);
      applications.showSandbox([]);
      await sandbox.close();
      for (const application of shown) await tokens.of(application).forgetAll();
      await memory.forget();
    },
    async load(saved) {
      if (current === undefined) return;
      current.sandbox.load(saved);
      // It may be from before or after a ClientSecret was reset.
      await keepSecrets(current);
    },
    async restore() {
      if (rememberedSandbox(state) === undefined) {
        // `npm start` opens VS Code on the sandbox.
        if (process.env['HYDROGEN_START_SANDBOX'] === '1') {
          await vscode.commands.executeCommand('hydrogen.sandbox.start');
        }
        return;
      }
      try {
        await running();
      } catch (error) {
        log.error(`the sandbox did not start: ${(error as Error).name}`);
      }
    },
    async restored() {
      await starting?.catch(() => undefined);
    },
    dispose() {
      changed.dispose();
      current?.memory.flush();
      void starting?.then(
        ({ sandbox }) => sandbox.close(),
        () => undefined,
      );
    },
  };
}

function shownApplication(application: SandboxApplication, name: string): Application {
  const { clientId, serverDomain, authUrl, environments } = application;
  return { name: application.name, clientId, serverDomain, authUrl, environments, contentGroups: [], sandbox: name };
}
