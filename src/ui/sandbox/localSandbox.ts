import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Secret } from '../../api/secret';
import type { Application } from '../../applications/application';
import type { Sandbox, SandboxApplication } from '../../sandbox/sandbox';
import type { ApplicationStore } from '../applications/applicationStore';
import { loadPart } from '../loading/loadPart';
import { mayReachHost } from './functionHosts';
import type { Log } from '../platform/log';
import { rememberedSandbox, SandboxMemory } from './sandboxMemory';
import type { World } from '../../world/world';
import type { WorldSource } from '../../world/worldFolder';
import type { SandboxWorlds } from './sandboxWorlds';
import type { SelectionStore } from '../applications/selectionStore';
import type { Tokens } from '../tokens/tokens';

interface Running {
  sandbox: Sandbox;
  /** The name that stored credentials are bound to. */
  name: string;
  applications: Application[];
  memory: SandboxMemory;
}

type LocalSandboxState = 'stopped' | { starting: Promise<Running> } | { running: Running };

/** Key of the workspace state: true after `npm start` has opened VS Code with the sandbox. */
const opened = 'hydrogen.sandbox.opened';

/** The sandbox of this window. Runs in the extension host, ends with it, and restarts after a reload. */
export class LocalSandbox implements vscode.Disposable {
  readonly #memento: vscode.Memento;
  readonly #applications: ApplicationStore;
  readonly #selection: SelectionStore;
  readonly #tokens: Tokens;
  readonly #log: Log;
  readonly #worlds: SandboxWorlds;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #replaced = new vscode.EventEmitter<void>();
  readonly #moved = new vscode.EventEmitter<void>();
  #state: LocalSandboxState = 'stopped';
  /** The last stop or change of the data. They run in turn, so that a stop also removes what was just added. */
  #lastTurn: Promise<unknown> = Promise.resolve();

  /** Fires when the sandbox was started or stopped. */
  readonly onDidChange = this.#changed.event;
  readonly onDidMoveClock = this.#moved.event;
  /** Fires when the data was reset or replaced by a saved state. */
  readonly onDidReplaceData = this.#replaced.event;

  constructor(
    memento: vscode.Memento,
    applications: ApplicationStore,
    selection: SelectionStore,
    tokens: Tokens,
    log: Log,
    worlds: SandboxWorlds,
  ) {
    this.#memento = memento;
    this.#applications = applications;
    this.#selection = selection;
    this.#tokens = tokens;
    this.#log = log;
    this.#worlds = worlds;
  }

  /** True while the sandbox runs or starts. */
  get running(): boolean {
    return this.#state !== 'stopped';
  }

  /** The running sandbox; `undefined` while it starts. */
  get current(): Sandbox | undefined {
    return this.#running?.sandbox;
  }

  /** How far the sandbox's clock is ahead of this machine's, in milliseconds; 0 while the sandbox does not run. */
  get clockOffset(): number {
    return this.current?.clockOffset ?? 0;
  }

  /**
   * Starts the sandbox unless it runs.
   * @returns its first application, and the secrets that documents may use without confirmation
   */
  async ready(): Promise<{ application: Application; secrets: ReadonlyMap<string, Secret> }> {
    const { applications, sandbox } = await this.#ensureRunning();
    const [application] = applications;
    if (application === undefined) throw new Error('the sandbox has no application');
    return { application, secrets: sandbox.secrets };
  }

  /** Starts the sandbox unless it runs. Selects its first application, and gets an access token for it. */
  async start(signal?: AbortSignal): Promise<Application> {
    const { application } = await this.ready();
    await this.#selection.select({ application, environment: undefined });
    await this.#tokens.of(application).accessToken({ signal });
    return application;
  }

  /** Stops the sandbox, and deletes its credentials and data. */
  stop(): Promise<void> {
    return this.#inTurn(async () => {
      const ending = await this.#started();
      if (ending === undefined || this.#running !== ending) return;
      this.#setState('stopped');
      // Delete the stored state first. Otherwise a reload during shutdown would restart the sandbox.
      await ending.memory.forget();
      this.#applications.showSandbox([]);
      await ending.sandbox.close();
      for (const application of ending.applications) await this.#tokens.of(application).forgetAll();
    });
  }

  /** Resets the data to the seed, if the sandbox runs. */
  reset(): void {
    this.current?.reset();
    this.#replaced.fire();
  }

  /** Replaces all data with a saved state, if the sandbox runs. @throws RangeError if the value is not a saved state */
  load(state: unknown): Promise<void> {
    return this.#inTurn(async () => {
      const running = this.#running;
      if (running === undefined) return;
      running.sandbox.load(state);
      // The saved state may contain another ClientSecret, because a ClientSecret can be reset.
      await this.#keepSecrets(running.sandbox, running.applications);
      this.#replaced.fire();
    });
  }

  /**
   * Stores a world. Adds its application, or replaces the data of the existing one. Starts the sandbox unless it runs.
   * @throws RangeError if a seed application has the same ClientID; the error of the file system
   */
  addWorld(world: World, source: WorldSource | undefined): Promise<Application> {
    return this.#inTurn(() => this.#addWorld(world, source));
  }

  async #addWorld(world: World, source: WorldSource | undefined): Promise<Application> {
    const running = await this.#ensureRunning();
    const { sandbox } = running;
    if (sandbox.applications.some(({ clientId, world: from }) => clientId === world.clientId && from === undefined))
      throw new RangeError('An application of the sandbox has this ClientID.');
    await this.#worlds.write(world, source);
    sandbox.addWorld(world);
    await this.#show(running);
    const added = running.applications.find(({ clientId }) => clientId === world.clientId);
    if (added === undefined) throw new Error('the world has no application');
    return added;
  }

  /** Deletes a world with its credentials, and removes its application. */
  removeWorld(application: Application): Promise<void> {
    return this.#inTurn(() => this.#removeWorld(application));
  }

  async #removeWorld(application: Application): Promise<void> {
    await this.#worlds.remove(application.clientId);
    await this.#tokens.of(application).forgetAll();
    const running = this.#running;
    if (running === undefined) return;
    running.sandbox.removeWorld(application.clientId);
    await this.#show(running);
  }

  /** Removes the applications of all worlds from this window, after their files were deleted. */
  async forgetWorlds(): Promise<void> {
    const worlds = this.#running?.applications.filter(({ world }) => world !== undefined) ?? [];
    for (const application of worlds) await this.removeWorld(application);
  }

  /** Restarts the sandbox if it ran before the window was reloaded. */
  async restore(): Promise<void> {
    if (rememberedSandbox(this.#memento) === undefined) {
      // `npm start` opens VS Code with the sandbox. After it was stopped, a reload does not start it again.
      if (process.env['HYDROGEN_START_SANDBOX'] === '1' && this.#memento.get(opened) === undefined) {
        await this.#memento.update(opened, true);
        await vscode.commands.executeCommand('hydrogen.sandbox.start');
      }
      return;
    }
    try {
      await this.#ensureRunning();
    } catch (error) {
      this.#log.error(`the sandbox did not start: ${(error as Error).name}`);
    }
  }

  /** Resolves when a pending start has succeeded or failed. */
  async restored(): Promise<void> {
    await this.#started();
  }

  dispose(): void {
    this.#running?.memory.flush();
    void this.#started().then(last => last?.sandbox.close());
    this.#changed.dispose();
    this.#replaced.dispose();
    this.#moved.dispose();
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(work);
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  get #running(): Running | undefined {
    return typeof this.#state === 'object' && 'running' in this.#state ? this.#state.running : undefined;
  }

  #setState(next: LocalSandboxState): void {
    const ran = this.#running !== undefined;
    this.#state = next;
    const runs = this.#running !== undefined;
    if (runs === ran) return;
    void vscode.commands.executeCommand('setContext', 'hydrogen.sandbox.running', runs);
    this.#changed.fire();
  }

  #started(): Promise<Running | undefined> {
    if (this.#state === 'stopped') return Promise.resolve(undefined);
    return this.#ensureRunning().catch(() => undefined);
  }

  /** Starts the sandbox unless it runs. Callers share a pending start. */
  #ensureRunning(): Promise<Running> {
    const state = this.#state;
    if (typeof state === 'object') return 'running' in state ? Promise.resolve(state.running) : state.starting;
    const starting = this.#launch().then(
      running => {
        this.#setState({ running });
        return running;
      },
      (error: unknown) => {
        this.#setState('stopped');
        throw error;
      },
    );
    this.#setState({ starting });
    return starting;
  }

  async #launch(): Promise<Running> {
    const remembered = rememberedSandbox(this.#memento);
    const name = remembered?.name ?? `sandbox-${randomUUID()}`;
    const { startSandbox } = await loadPart('sandbox', () => import('../../sandbox/sandbox'));
    const worlds = await this.#worlds.readAll();
    const options = { state: remembered?.state, worlds, functionHosts: mayReachHost };
    const sandbox = await startSandbox({ ...options, port: remembered?.port ?? 0 }).catch((error: unknown) => {
      // The window before the reload may still hold the port.
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      return startSandbox(options);
    });
    const read = () => ({ name, port: sandbox.port, state: sandbox.state() });
    const memory = new SandboxMemory(this.#memento, read, this.#log);
    let { clockOffset } = sandbox;
    sandbox.onStateChange(() => {
      memory.scheduleSave();
      if (sandbox.clockOffset === clockOffset) return;
      ({ clockOffset } = sandbox);
      this.#moved.fire();
    });
    await memory.saveNow();
    const running = { sandbox, name, applications: [], memory };
    await this.#showApplications(running);
    this.#log.info(`sandbox listens at ${sandbox.origin}`);
    return running;
  }

  /** Stores the state and updates the shown applications after a world was added, replaced or removed. */
  async #show(running: Running): Promise<void> {
    await running.memory.saveNow();
    await this.#showApplications(running);
    this.#replaced.fire();
  }

  async #showApplications(running: Running): Promise<void> {
    running.applications = running.sandbox.applications.map(application => shownApplication(application, running.name));
    await this.#keepSecrets(running.sandbox, running.applications);
    this.#applications.showSandbox(running.applications);
  }

  async #keepSecrets(sandbox: Sandbox, shown: readonly Application[]): Promise<void> {
    for (const [index, application] of shown.entries()) {
      const tokens = this.#tokens.of(application);
      const secret = new Secret(sandbox.applications[index]?.clientSecret ?? '');
      const stored = await tokens.clientSecret();
      if (stored === undefined || !stored.equals(secret)) await tokens.keep(secret);
    }
  }
}

function shownApplication(application: SandboxApplication, name: string): Application {
  const { clientId, serverDomain, authUrl, environments, world } = application;
  const shown = { name: application.name, clientId, serverDomain, authUrl, environments, contentGroups: [] };
  return { ...shown, sandbox: name, ...(world === undefined ? {} : { world }) };
}
