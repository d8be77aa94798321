import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Secret } from '../api/secret';
import type { Application } from '../applications/application';
import type { Sandbox, SandboxApplication, SandboxState } from '../sandbox/sandbox';
import type { ApplicationStore } from './applicationStore';
import type { Log } from './log';
import type { SelectionStore } from './selectionStore';
import type { Tokens } from './tokens';

/** The sandbox of this window: runs in the extension host, ends with it, and is there again after a reload. */
export interface LocalSandbox extends vscode.Disposable {
  readonly running: boolean;
  /** Starts it unless it runs, shows and selects its application, authorized. */
  start(signal?: AbortSignal): Promise<Application>;
  /** Ends it and forgets its credentials and data. */
  stop(): Promise<void>;
  /** Starts it again when it ran before the window was reloaded. */
  restore(): Promise<void>;
}

/** Kept in the window's state. Holds no credential: the sandbox knows its tokens by their hashes. */
interface Remembered {
  /** What the stored credentials are bound to, because the port may change. */
  name: string;
  port: number;
  state: SandboxState;
}

const key = 'hydrogen.sandbox';

export function createLocalSandbox(
  memory: vscode.Memento,
  applications: ApplicationStore,
  selection: SelectionStore,
  tokens: Tokens,
  log: Log,
): LocalSandbox {
  let starting: Promise<{ sandbox: Sandbox; shown: Application[] }> | undefined;

  const launch = async () => {
    const remembered = memory.get<Remembered>(key);
    const name = remembered?.name ?? `sandbox-${randomUUID()}`;
    const { startSandbox } = await import('../sandbox/sandbox');
    const options = remembered === undefined ? {} : { state: remembered.state };
    const sandbox = await startSandbox({ ...options, port: remembered?.port ?? 0 }).catch((error: unknown) => {
      // The window before the reload may still hold the port.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return startSandbox(options);
    });
    const remember = () => memory.update(key, { name, port: sandbox.port, state: sandbox.state() });
    sandbox.onStateChange(() => void remember());
    await remember();
    const shown = sandbox.applications.map(application => shownApplication(application, name));
    for (const [index, application] of shown.entries()) {
      const secret = new Secret(sandbox.applications[index]?.clientSecret ?? '');
      const stored = await tokens.of(application).clientSecret();
      if (stored === undefined || !stored.equals(secret)) await tokens.of(application).keep(secret);
    }
    applications.showSandbox(shown);
    log.info(`sandbox listens at ${sandbox.origin}`);
    return { sandbox, shown };
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
    async start(signal) {
      const { shown } = await running();
      const application = shown[0];
      if (application === undefined) throw new Error('the sandbox has no application');
      await selection.select({ application, environment: undefined });
      await tokens.of(application).accessToken(signal === undefined ? {} : { signal });
      return application;
    },
    async stop() {
      const current = starting;
      starting = undefined;
      if (current === undefined) return;
      const { sandbox, shown } = await current;
      applications.showSandbox([]);
      await sandbox.close();
      for (const application of shown) await tokens.of(application).forgetAll();
      await memory.update(key, undefined);
    },
    async restore() {
      if (memory.get(key) === undefined) {
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
    dispose() {
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
