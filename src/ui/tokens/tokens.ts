import * as vscode from 'vscode';
import { applicationKey, credentialScope, type Application } from '../../applications/application';
import type { ApplicationTokens } from '../../auth/applicationTokens';
import type { TokenEvent } from '../../auth/tokenEvent';
import { eventText } from './eventText';
import { createApplicationTokens } from '../../auth/createApplicationTokens';
import { memoryStore } from '../../auth/memoryStore';
import type { SecretStore } from '../../auth/secretStore';
import type { Http } from '../network/http';
import type { Log } from '../platform/log';

interface KnownTokens {
  /** The settings that the application had when its tokens were last used. */
  latest: { application: Application };
  tokens: ApplicationTokens;
  /** Whether the credentials are session-only. */
  isPrivate: boolean;
  end: () => void;
}

interface TokensDependencies {
  store: SecretStore;
  /** The folder of locks and stamps. */
  directory: string;
  http: Http;
  log: Log;
  /** Returns the time (Unix milliseconds) of the clock by which the tokens of an application expire. */
  now: (application: Application) => number;
}

/** Holds the token lifecycle of each application, one per window. */
export class Tokens implements vscode.Disposable {
  readonly #dependencies: TokensDependencies;
  readonly #memory = memoryStore();
  /** The keys of applications whose credentials the service refused. */
  readonly #refused = new Set<string>();
  readonly #known = new Map<string, KnownTokens>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #reported = new vscode.EventEmitter<{ application: Application; event: TokenEvent }>();
  /** Fires when a token set or ClientSecret may have changed, here or in another window. */
  readonly onDidChange = this.#changed.event;
  /** Fires for every token event, such as a renewal. Events contain no secrets. */
  readonly onDidReport = this.#reported.event;

  constructor(dependencies: TokensDependencies) {
    this.#dependencies = dependencies;
  }

  of(application: Application): ApplicationTokens {
    const key = JSON.stringify([
      applicationKey(application),
      credentialScope(application),
      application.sessionOnly === true,
    ]);
    const known = this.#known.get(key);
    if (known === undefined) {
      const created = this.#create(application);
      this.#known.set(key, created);
      return created.tokens;
    }
    // The settings of the application may have changed, for example its name.
    known.latest.application = application;
    return known.tokens;
  }

  /** True if the service refused ClientID and ClientSecret in this window, and no window has repaired them since. */
  async isClientSecretRefused(application: Application): Promise<boolean> {
    return this.#refused.has(applicationKey(application)) && this.of(application).isClientSecretRefused();
  }

  /** True if a token set exists and the service has not refused its credentials. */
  async isAuthorized(application: Application): Promise<boolean> {
    return !(await this.isClientSecretRefused(application)) && (await this.of(application).read()) !== undefined;
  }

  /** Deletes the session-only credentials of this window. */
  async forgetMemory(): Promise<void> {
    this.#refused.clear();
    const inMemory = [...this.#known.values()].filter(({ isPrivate }) => isPrivate);
    await Promise.allSettled(inMemory.map(({ tokens }) => tokens.forgetAll()));
    this.#memory.clear();
  }

  dispose(): void {
    this.#known.forEach(({ end }) => end());
    this.#changed.dispose();
    this.#reported.dispose();
  }

  #create(application: Application): KnownTokens {
    const { store, directory, http, now } = this.#dependencies;
    const { authUrl, clientId, sessionOnly } = application;
    const isPrivate = sessionOnly === true;
    const latest = { application };
    const tokens = createApplicationTokens(
      { authUrl, clientId, scope: credentialScope(application) },
      {
        store: isPrivate ? this.#memory : store,
        directory,
        fetch: () => http.fetch(),
        now: () => now(latest.application),
        log: event => this.#report(latest.application, event),
      },
    );
    return { latest, tokens, isPrivate, end: tokens.onDidChange(() => this.#changed.fire()) };
  }

  #report(application: Application, event: TokenEvent): void {
    this.#dependencies.log.info(eventText(application.name, event));
    if (event.kind === 'credentialsRefused') this.#refused.add(applicationKey(application));
    else if (renewals.has(event.kind)) this.#refused.delete(applicationKey(application));
    this.#reported.fire({ application, event });
  }
}

const renewals: ReadonlySet<TokenEvent['kind']> = new Set(['authorized', 'refreshed', 'recovered', 'adopted']);
