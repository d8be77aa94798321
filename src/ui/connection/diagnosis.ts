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
import { findingOf, type Finding, type Section } from './report';

export interface DiagnosisDependencies {
  http: Http;
  tokens: Tokens;
  secrets: SecretStore;
  /** Where the locks are. */
  directory: string;
}

/**
 * Goes the way of a request of the product step by step: to the Web API, to the authorization server, and to what is kept on
 * this machine. `changed` is told after every step.
 */
export async function examine(
  target: Selection,
  dependencies: DiagnosisDependencies,
  signal: AbortSignal,
  changed: (sections: readonly Section[]) => void,
): Promise<Section[]> {
  const sections: Section[] = [];
  const begin = (title: string) => {
    const findings: Finding[] = [];
    sections.push({ title, findings });
    return (finding: Finding) => {
      findings.push(finding);
      changed(sections);
    };
  };
  const { serverDomain, authUrl } = target.application;
  // Not before it is used: a proxy that cannot be used is found by the steps before.
  const fetch: Fetch = async (url, init) => (await dependencies.http.fetch())(url, init);
  const webApi = new URL(serverDomain);
  const isReached = await followRoute(webApi, begin(`Web API, ${webApi.origin}`), async (fetch, signal) =>
    getServerTime(webApiTarget(target), { fetch, signal }),
  );
  const openApi = new URL(authUrl);
  const title = vscode.l10n.t('Authorization, {0}', openApi.origin);
  const add = begin(title);
  const isSame = openApi.origin === webApi.origin;
  const canAuthorize = isSame ? isReached : await followRoute(openApi, add, reachOpenApi);
  add(await authorization(canAuthorize));
  const local = begin(vscode.l10n.t('This machine'));
  local(await checked(vscode.l10n.t('Secret storage'), () => trySecrets(dependencies.secrets)));
  local(await checked(vscode.l10n.t('Lock folder'), () => tryLock(dependencies.directory)));
  return sections;

  async function followRoute(
    url: URL,
    add: (finding: Finding) => void,
    read: (fetch: Fetch, signal: AbortSignal) => Promise<unknown>,
  ): Promise<boolean> {
    const way = await dependencies.http.wayTo(url).catch(() => 'unusable' as const);
    if (way === undefined) return byEditor(add, read);
    let isWell = true;
    const find = () => (way === 'unusable' ? Promise.reject(new TypeError()) : Promise.resolve(way));
    for await (const result of diagnose({ url, way: find, read, fetch, signal })) {
      isWell &&= result.outcome !== 'failed';
      add(findingOf(result));
    }
    return isWell;
  }

  /** VS Code chooses proxy and connection itself, so that only what comes of it is seen. */
  async function byEditor(
    add: (finding: Finding) => void,
    read: (fetch: Fetch, signal: AbortSignal) => Promise<unknown>,
  ): Promise<boolean> {
    const found = vscode.l10n.t('chosen by VS Code (hydrogen.http.client)');
    const finding = await checked(vscode.l10n.t('Response'), async () => {
      await read(fetch, signal);
      return found;
    });
    add(finding);
    return finding.outcome !== 'failed';
  }

  /** Without a token, which the service refuses: it is there. */
  async function reachOpenApi(fetch: Fetch, signal: AbortSignal): Promise<void> {
    const url = new URL('/oserve/v2.2/server/time/', authUrl);
    const request = { method: 'GET', url } as const;
    try {
      const { body, status } = await send(request, { fetch, signal });
      if (hasTime(body)) return;
      throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'time' });
    } catch (error) {
      // A firewall refuses with a web page.
      const isRefused = error instanceof ApiError && [401, 403].includes(error.status ?? 0);
      if (!isRefused || error.received?.trimStart().startsWith('<') === true) throw error;
    }
  }

  async function authorization(isReached: boolean): Promise<Finding> {
    const title = vscode.l10n.t('Access token');
    const tokens = dependencies.tokens.of(target.application);
    if (!isReached) return { title, outcome: 'skipped', ms: 0, found: '', advice: '' };
    return checked(title, async () => {
      if (!(await tokens.hasClientSecret()) && (await tokens.read()) === undefined)
        throw new AuthError('noClientSecret');
      const read = (token: Parameters<typeof readServerTime>[1]) =>
        readServerTime(openApiTarget(target), token, { fetch, signal });
      const { renewed } = await callWithAccessToken(tokens, read, { signal });
      return renewed ? vscode.l10n.t('accepted after it was renewed') : vscode.l10n.t('accepted');
    });
  }

  async function checked(title: string, work: () => Promise<string>): Promise<Finding> {
    const start = performance.now();
    const ms = () => Math.round(performance.now() - start);
    try {
      return { title, found: await work(), outcome: 'ok', ms: ms(), advice: '' };
    } catch (error) {
      signal.throwIfAborted();
      const isMissing = error instanceof AuthError && error.code === 'noClientSecret';
      const outcome = isMissing ? 'warning' : 'failed';
      return { title, outcome, ms: ms(), found: '', advice: errorMessage(error).text };
    }
  }
}

/** @throws AuthError `storeFailed` */
async function trySecrets(store: SecretStore): Promise<string> {
  // Two diagnoses at once must not delete each other's value.
  const key = `diagnosis ${randomUUID()}`;
  const value = randomBytes(8).toString('hex');
  try {
    await store.write(key, value);
    const kept = await store.read(key);
    await store.delete(key);
    if (kept === value) return vscode.l10n.t('works');
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
