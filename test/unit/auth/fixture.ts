import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { refreshTokens } from '../../../src/api/openApi/authorize';
import type { Fetch } from '../../../src/api/http/sendOnce';
import { Secret } from '../../../src/api/secret';
import type { ApplicationIdentity, ApplicationTokens } from '../../../src/auth/applicationTokens';
import type { TokenEvent } from '../../../src/auth/tokenEvent';
import { createApplicationTokens, type TokenOptions } from '../../../src/auth/createApplicationTokens';
import type { LedgerEntry } from '../../../src/auth/ledger';
import { memoryStore } from '../../../src/auth/memoryStore';
import { storeKey } from '../../../src/auth/storedCredentials';
import type { SecretStore } from '../../../src/auth/secretStore';
import {
  startSandbox,
  type RecordedRequest,
  type Sandbox,
  type SandboxApplication,
  type SandboxOptions,
} from '../../../src/sandbox/sandbox';

export const authorizePath = '/api/oauth2/hydrogen/openapi/authorize/';
export const tokenPath = '/api/oauth2/access_token/';

/** The requests of a refresh, and of an authorization that replaces it. */
export const refreshRequests = [`POST ${tokenPath} 200`];
export const authorizeRequests = [
  `POST ${authorizePath} 302`,
  'GET /api/oauth2/hydrogen/openapi/grant/ 302',
  'GET /api/oauth2/hydrogen/openapi/code/ 200',
  `POST ${tokenPath} 200`,
];
const timePath = '/oserve/v2.2/server/time/';

/** A sandbox, with the store, folder and clock that all windows share. */
export interface World {
  sandbox: Sandbox;
  shop: SandboxApplication;
  /** The shared store. Every window sees a change at once. */
  store: SecretStore;
  directory: string;
  /** Unix milliseconds. */
  now(): number;
  /** Moves the clock of the service and of all windows. */
  pass(milliseconds: number): void;
  /** Moves only the clock of the windows. */
  jump(milliseconds: number): void;
  window(options?: WindowOptions): Window;
  /** Returns method, path and status of every request since the last call of this function. */
  requests(): string[];
  /** Reads the stamp file of the shop. */
  ledger(): Promise<LedgerEntry>;
  /** The keys of the shop's credentials in the store. */
  readonly tokensKey: string;
  readonly secretKey: string;
}

interface WindowOptions extends TokenOptions {
  store?: SecretStore;
  directory?: string;
  fetch?: Fetch;
  /** Values that replace those of the sandbox's first application. */
  identity?: Partial<ApplicationIdentity>;
}

export interface Window {
  tokens: ApplicationTokens;
  events: TokenEvent[];
}

/** Lifetime of an access token in the tests, in seconds. */
export const lifetime = 3600;

export async function withWorld(body: (world: World) => Promise<void>, options: SandboxOptions = {}): Promise<void> {
  let time = 1_800_000_000_000;
  let ahead = 0;
  const sandbox = await startSandbox({ categories: 1, accessTokenLifetime: lifetime, now: () => time, ...options });
  const [shop] = sandbox.applications;
  assert.ok(shop);
  const directory = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-auth-'));
  const { isPrivate: _, ...store } = memoryStore();
  const log: RecordedRequest[] = [];
  sandbox.onRequest(request => log.push(request));
  const now = () => time + ahead;
  try {
    await body({
      sandbox,
      shop,
      store,
      directory: path.join(directory, 'locks'),
      now,
      pass: milliseconds => void (time += milliseconds),
      jump: milliseconds => void (ahead += milliseconds),
      window(windowOptions = {}) {
        const { store: itsStore, directory: itsDirectory, fetch: itsFetch, identity, ...parts } = windowOptions;
        const events: TokenEvent[] = [];
        const { authUrl, clientId } = shop;
        const tokens = createApplicationTokens(
          { authUrl, clientId, scope: authUrl, ...identity },
          {
            store: itsStore ?? store,
            directory: itsDirectory ?? path.join(directory, 'locks'),
            fetch: async () => itsFetch ?? fetch,
            now,
            log: event => events.push(event),
          },
          parts,
        );
        return { tokens, events };
      },
      async ledger() {
        const folder = path.join(directory, 'locks');
        const name = (await readdir(folder)).find(each => each.endsWith('.stamp'));
        if (name === undefined) return {};
        const text = await readFile(path.join(folder, name), 'utf8');
        const { version: _, ...entry } = JSON.parse(text) as LedgerEntry & { version: number };
        return entry;
      },
      tokensKey: storeKey('openApiTokens', shop.authUrl, shop.clientId),
      secretKey: storeKey('clientSecret', shop.authUrl, shop.clientId),
      requests: () => log.splice(0).map(({ method, path: url, status }) => `${method} ${url.split('?')[0]} ${status}`),
    });
  } finally {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
}

/** Stores ClientSecret and token set as after adding an application, and clears the logs of requests and events. */
export async function signIn(world: World): Promise<Window> {
  const window = world.window();
  await window.tokens.keep(new Secret(world.shop.clientSecret));
  await window.tokens.authorize();
  takeKinds(window.events);
  world.requests();
  return window;
}

/** Refreshes the stored tokens without storing the new ones, like a process that ignores the protocol. */
export async function refreshElsewhere(world: World): Promise<void> {
  const { tokens } = world.window();
  const [set, clientSecret] = [await tokens.read(), await tokens.clientSecret()];
  assert.ok(set?.refreshToken !== undefined && clientSecret !== undefined);
  await refreshTokens({ ...world.shop, clientSecret }, set.refreshToken, { fetch });
  world.requests();
}

/** Whether the service accepts an access token. */
export async function accepts(world: World, token: Secret): Promise<boolean> {
  const headers = { authorization: `Bearer ${token.reveal()}` };
  const { status } = await fetch(world.shop.authUrl + timePath, { headers });
  assert.ok(status === 200 || status === 401, String(status));
  world.requests();
  return status === 200;
}

/** Returns the kinds of events since the last call of this function. */
export function takeKinds(events: TokenEvent[]): string[] {
  return events.splice(0).map(({ kind }) => kind);
}
