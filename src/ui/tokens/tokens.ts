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

/** Holds the token lifecycle of each application, one per window. */
export interface Tokens extends vscode.Disposable {
  of(application: Application): ApplicationTokens;
  /** True if the service refused ClientID and ClientSecret in this window, and no window has repaired them since. */
  isRefused(application: Application): Promise<boolean>;
  /** True if a token set exists and the service has not refused its credentials. */
  isAuthorized(application: Application): Promise<boolean>;
  /** Deletes the session-only credentials of this window. */
  forgetMemory(): Promise<void>;
  /** Fires when a token set or ClientSecret may have changed, here or in another window. */
  readonly onDidChange: vscode.Event<void>;
  /** Fires for every token event, such as a renewal. Events contain no secrets. */
  readonly onDidReport: vscode.Event<{ application: Application; event: TokenEvent }>;
}

interface KnownTokens {
  /** The settings that the application had when its tokens were last used. */
  latest: { application: Application };
  tokens: ApplicationTokens;
  /** Whether the credentials are session-only. */
  isPrivate: boolean;
  end: () => void;
}

/** @param now returns the time (Unix milliseconds) of the clock by which the tokens of an application expire */
export function createTokens(
  store: SecretStore,
  directory: string,
  http: Http,
  log: Log,
  now: (application: Application) => number,
): Tokens {
  const changed = new vscode.EventEmitter<void>();
  const reported = new vscode.EventEmitter<{ application: Application; event: TokenEvent }>();
  const memory = memoryStore();
  const refused = new Set<string>();
  const byKey = new Map<string, KnownTokens>();
  const of = (application: Application): ApplicationTokens => {
    const scope = credentialScope(application);
    const { authUrl, clientId, sessionOnly } = application;
    const key = JSON.stringify([applicationKey(application), scope, sessionOnly === true]);
    const cached = byKey.get(key);
    if (cached !== undefined) {
      // The settings of the application may have changed, for example its name.
      cached.latest.application = application;
      return cached.tokens;
    }
    const latest = { application };
    const tokens = createApplicationTokens(
      { authUrl, clientId, scope },
      {
        store: sessionOnly === true ? memory : store,
        directory,
        fetch: () => http.fetch(),
        now: () => now(latest.application),
        log: event => {
          const { application } = latest;
          log.info(eventText(application.name, event));
          if (event.kind === 'credentialsRefused') refused.add(applicationKey(application));
          else if (renewals.has(event.kind)) refused.delete(applicationKey(application));
          reported.fire({ application, event });
        },
      },
    );
    const end = tokens.onDidChange(() => changed.fire());
    byKey.set(key, { latest, tokens, isPrivate: sessionOnly === true, end });
    return tokens;
  };
  const isRefused = async (application: Application) =>
    refused.has(applicationKey(application)) && of(application).isRefused();
  return {
    of,
    isRefused,
    isAuthorized: async application => !(await isRefused(application)) && (await of(application).read()) !== undefined,
    async forgetMemory() {
      refused.clear();
      const inMemory = [...byKey.values()].filter(({ isPrivate }) => isPrivate);
      await Promise.allSettled(inMemory.map(({ tokens }) => tokens.forgetAll()));
      memory.clear();
    },
    onDidChange: changed.event,
    onDidReport: reported.event,
    dispose() {
      byKey.forEach(({ end }) => end());
      changed.dispose();
      reported.dispose();
    },
  };
}

const renewals: ReadonlySet<TokenEvent['kind']> = new Set(['authorized', 'refreshed', 'recovered', 'adopted']);
