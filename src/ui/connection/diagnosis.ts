import { randomBytes, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { ApiError } from '../../api/errors';
import { requestDetails } from '../../api/http/apiRequest';
import { diagnose } from '../../api/diagnosis/diagnose';
import { send } from '../../api/http/send';
import type { Fetch } from '../../api/http/sendOnce';
import { hasTime, readServerTime } from '../../api/openApi/openApi';
import { getServerTime } from '../../api/webApi/webApi';
import type { Selection } from '../../applications/selection';
import { AuthError } from '../../auth/authError';
import { callWithAccessToken } from '../../auth/callWithAccessToken';
import { folderLock } from '../../auth/lock';
import type { SecretStore } from '../../auth/secretStore';
import { openApiTarget, webApiTarget } from '../applications/environmentTarget';
import type { Http } from '../network/http';
import { errorMessage } from '../messages/messages';
import type { Tokens } from '../tokens/tokens';
import { findingOf, type Finding, type ReportSection } from './report';

export interface DiagnosisDependencies {
  http: Http;
  tokens: Tokens;
  secrets: SecretStore;
  /** The folder of the locks. */
  directory: string;
}

/**
 * Checks, step by step, the route to the Web API, the route to the authorization server, the access token, and the
 * secret storage and locks of this machine. Calls `changed` after every step.
 */
export async function examine(
  target: Selection,
  dependencies: DiagnosisDependencies,
  signal: AbortSignal,
  changed: (sections: readonly ReportSection[]) => void,
): Promise<ReportSection[]> {
  return new ConnectionDiagnosis(target, dependencies, signal, changed).run();
}

type AddFinding = (finding: Finding) => void;
type ReadServer = (fetch: Fetch, signal: AbortSignal) => Promise<unknown>;

class ConnectionDiagnosis {
  readonly #target: Selection;
  readonly #dependencies: DiagnosisDependencies;
  readonly #signal: AbortSignal;
  readonly #changed: (sections: readonly ReportSection[]) => void;
  readonly #sections: ReportSection[] = [];
  readonly #fetch: Fetch;

  constructor(
    target: Selection,
    dependencies: DiagnosisDependencies,
    signal: AbortSignal,
    changed: (sections: readonly ReportSection[]) => void,
  ) {
    this.#target = target;
    this.#dependencies = dependencies;
    this.#signal = signal;
    this.#changed = changed;
    // Gets the client on first use: an unusable proxy makes that fail, and the route step must report it first.
    this.#fetch = async (url, init) => (await dependencies.http.fetch())(url, init);
  }

  async run(): Promise<ReportSection[]> {
    const { serverDomain, authUrl } = this.#target.application;
    const webApi = new URL(serverDomain);
    const isReached = await this.#followRoute(webApi, this.#begin(`Web API, ${webApi.origin}`), async (fetch, signal) =>
      getServerTime(webApiTarget(this.#target), { fetch, signal }),
    );
    const openApi = new URL(authUrl);
    const add = this.#begin(vscode.l10n.t('Authorization, {0}', openApi.origin));
    const isSame = openApi.origin === webApi.origin;
    const canAuthorize = isSame
      ? isReached
      : await this.#followRoute(openApi, add, (fetch, signal) => reachOpenApi(authUrl, fetch, signal));
    add(await this.#authorization(canAuthorize));
    const { secrets, directory } = this.#dependencies;
    const addLocal = this.#begin(vscode.l10n.t('This machine'));
    addLocal(await this.#check(vscode.l10n.t('Secret storage'), () => trySecrets(secrets)));
    addLocal(await this.#check(vscode.l10n.t('Lock folder'), () => tryLock(directory)));
    return this.#sections;
  }

  #begin(title: string): AddFinding {
    const findings: Finding[] = [];
    this.#sections.push({ title, findings });
    return finding => {
      findings.push(finding);
      this.#changed(this.#sections);
    };
  }

  async #followRoute(url: URL, add: AddFinding, read: ReadServer): Promise<boolean> {
    const resolved = await this.#dependencies.http.resolveRoute(url).catch(() => 'unusable' as const);
    if (resolved === undefined) return this.#followEditor(add, read);
    let isWell = true;
    const route = () => (resolved === 'unusable' ? Promise.reject(new TypeError()) : Promise.resolve(resolved));
    for await (const result of diagnose({ url, route, read, fetch: this.#fetch, signal: this.#signal })) {
      isWell &&= result.outcome !== 'failed';
      add(findingOf(result));
    }
    return isWell;
  }

  /** Checks only the result, because VS Code chooses proxy and connection itself. */
  async #followEditor(add: AddFinding, read: ReadServer): Promise<boolean> {
    const details = vscode.l10n.t('chosen by VS Code (hydrogen.http.client)');
    const finding = await this.#check(vscode.l10n.t('Response'), async () => {
      await read(this.#fetch, this.#signal);
      return details;
    });
    add(finding);
    return finding.outcome !== 'failed';
  }

  async #authorization(isReached: boolean): Promise<Finding> {
    const title = vscode.l10n.t('Access token');
    const tokens = this.#dependencies.tokens.of(this.#target.application);
    if (!isReached) return { title, outcome: 'skipped', ms: 0, details: '', advice: '' };
    return this.#check(title, async () => {
      if (!(await tokens.hasClientSecret()) && (await tokens.read()) === undefined)
        throw new AuthError('noClientSecret');
      const signal = this.#signal;
      const read = (token: Parameters<typeof readServerTime>[1]) =>
        readServerTime(openApiTarget(this.#target), token, { fetch: this.#fetch, signal });
      const { renewed } = await callWithAccessToken(tokens, read, { signal });
      return renewed ? vscode.l10n.t('accepted after it was renewed') : vscode.l10n.t('accepted');
    });
  }

  async #check(title: string, work: () => Promise<string>): Promise<Finding> {
    const start = performance.now();
    const ms = () => Math.round(performance.now() - start);
    try {
      return { title, details: await work(), outcome: 'ok', ms: ms(), advice: '' };
    } catch (error) {
      this.#signal.throwIfAborted();
      const isMissing = error instanceof AuthError && error.code === 'noClientSecret';
      const outcome = isMissing ? 'warning' : 'failed';
      return { title, outcome, ms: ms(), details: '', advice: errorMessage(error).text };
    }
  }
}

/** Calls without a token: 401 or 403 proves that the service is reachable. */
async function reachOpenApi(authUrl: string, fetch: Fetch, signal: AbortSignal): Promise<void> {
  const url = new URL('/oserve/v2.2/server/time/', authUrl);
  const request = { method: 'GET', url } as const;
  try {
    const { body, status } = await send(request, { fetch, signal });
    if (hasTime(body)) return;
    throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'time' });
  } catch (error) {
    // If the body is a web page, the status comes from a firewall.
    const isRefused = error instanceof ApiError && [401, 403].includes(error.status ?? 0);
    if (!isRefused || error.received?.trimStart().startsWith('<') === true) throw error;
  }
}

/** @throws AuthError `storeFailed` */
async function trySecrets(store: SecretStore): Promise<string> {
  // A random key, so that concurrent diagnoses do not delete each other's value.
  const key = `diagnosis ${randomUUID()}`;
  const value = randomBytes(8).toString('hex');
  try {
    await store.write(key, value);
    const readBack = await store.read(key);
    await store.delete(key);
    if (readBack === value) return vscode.l10n.t('works');
  } catch (error) {
    throw new AuthError('storeFailed', error);
  }
  throw new AuthError('storeFailed');
}

/** @throws AuthError `lockUnavailable`, `lockTimeout` */
async function tryLock(directory: string): Promise<string> {
  const folder = path.join(directory, `diagnosis-${randomUUID()}.lock`);
  await folderLock(folder, { waitMs: 5000 })(async () => undefined);
  await rm(folder, { recursive: true, force: true });
  return vscode.l10n.t('can be written');
}
