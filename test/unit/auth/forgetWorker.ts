import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Secret } from '../../../src/api/secret';
import { AuthError } from '../../../src/auth/authError';
import { createApplicationTokens } from '../../../src/auth/createApplicationTokens';
import { forgettableStore } from '../../../src/auth/forgettableStore';
import { listedStore } from '../../../src/auth/listedStore';
import type { SecretStore } from '../../../src/auth/secretStore';
import { answerOrders } from './workers';

/** The start parameters of a window, as JSON. */
export interface ForgetSettings {
  authUrl: string;
  clientId: string;
  clientSecret: string;
  directory: string;
}

/** An order for a window. `copy` only asks for the keys in the window's own copy of all secrets. */
export type ForgetOrder = 'keep' | 'authorize' | 'copy' | 'forgetAll';

export interface ForgetAnswer {
  error?: string;
  keys: string[];
}

const { authUrl, clientId, clientSecret, directory }: ForgetSettings = JSON.parse(process.argv[2] ?? '') as never;
const file = path.join(directory, 'localStorage.json');
let copy: Map<string, string> | undefined;
const values = () =>
  (copy ??= new Map(existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as [string, string][]) : []));
const writeBack = () => writeFileSync(file, JSON.stringify([...values()]));

/** A store like that of a browser: every window copies all secrets once, and each change writes its whole copy back. */
const copying: SecretStore = {
  read: async key => values().get(key),
  async write(key, value) {
    values().set(key, value);
    writeBack();
  },
  async delete(key) {
    if (values().delete(key)) writeBack();
  },
  onDidChange: () => () => undefined,
};
const listed = listedStore(copying, path.join(directory, 'keys'), async () => [...values().keys()]);
const store = forgettableStore(listed, {
  file: path.join(directory, 'forgotten.json'),
  startedAt: performance.timeOrigin,
  isOwn: () => true,
});
const tokens = createApplicationTokens(
  { authUrl, clientId, scope: authUrl },
  { store, directory: path.join(directory, 'locks'), fetch: async () => fetch, now: () => Date.now(), log: () => {} },
);
const orders: Record<ForgetOrder, () => Promise<unknown>> = {
  keep: () => tokens.keep(new Secret(clientSecret)),
  authorize: () => tokens.authorize(),
  copy: async () => undefined,
  async forgetAll() {
    await store.forgetEverywhere();
    await tokens.forgetAll();
  },
};

answerOrders<{ order: ForgetOrder }, ForgetAnswer>(async ({ order }) => {
  const error = await orders[order]().then(
    () => undefined,
    (reason: unknown) => (reason instanceof AuthError ? reason.code : String(reason)),
  );
  return { ...(error !== undefined && { error }), keys: [...values().keys()] };
});
