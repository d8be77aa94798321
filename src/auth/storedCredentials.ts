import * as v from 'valibot';
import { Secret } from '../api/secret';
import { jsonValue } from '../json/jsonValue';
import { AuthError } from './authError';
import type { SecretStore } from './secretStore';
import type { ReportTokenEvent } from './tokenEvent';
import type { TokenSet } from './tokenSet';

/** The two stored credentials of an application, each a JSON value with a format version. */
export interface StoredCredentials {
  tokens: StoredValue<TokenSet>;
  clientSecret: StoredValue<Secret>;
}

export interface StoredValue<T> {
  readonly key: string;
  /** Returns `undefined` if there is no readable value; an unreadable one is not deleted. */
  read(): Promise<T | undefined>;
  /** @throws AuthError `storeFailed` */
  write(value: T): Promise<void>;
  delete(): Promise<void>;
  /** Whether there is a value, readable or not. True if reading fails. */
  exists(): Promise<boolean>;
}

const version = v.literal(1);
/** A secret in a stored value. */
export const secretShape = v.pipe(
  v.string(),
  v.minLength(1),
  v.transform(value => new Secret(value)),
);

const clientSecretShape = v.pipe(
  v.object({ version, clientSecret: secretShape }),
  v.transform(({ clientSecret }): Secret => clientSecret),
);

const tokensShape = v.pipe(
  v.object({
    version,
    accessToken: secretShape,
    refreshToken: v.optional(secretShape),
    tokenType: v.string(),
    scope: v.string(),
    obtainedAt: v.number(),
    expiresAt: v.optional(v.number()),
  }),
  v.transform(({ version: _, refreshToken, expiresAt, ...rest }): TokenSet => ({ ...rest, refreshToken, expiresAt })),
);

/**
 * Creates access to the stored credentials of an application. Keys contain the scope and the ClientID, so that no
 * secret is sent to another authorization server.
 * @param scope see `ApplicationIdentity`
 */
export function storedCredentials(
  store: SecretStore,
  identity: { scope: string; clientId: string },
  report: ReportTokenEvent,
): StoredCredentials {
  const corrupted = () => report({ kind: 'corrupted' });
  return {
    tokens: storedValue(store, storeKey('openApiTokens', identity.scope, identity.clientId), {
      shape: tokensShape,
      toJson: set => ({
        ...set,
        accessToken: set.accessToken.reveal(),
        refreshToken: set.refreshToken?.reveal(),
      }),
      corrupted,
    }),
    clientSecret: storedValue(store, storeKey('clientSecret', identity.scope, identity.clientId), {
      shape: clientSecretShape,
      toJson: clientSecret => ({ clientSecret: clientSecret.reveal() }),
      corrupted,
    }),
  };
}

/** Returns a key; different lists of parts have different keys. */
export function storeKey(kind: string, ...parts: string[]): string {
  return [kind, ...parts.map(encodeURIComponent)].join('/');
}

interface ValueFormat<T> {
  shape: v.GenericSchema<unknown, T>;
  /** Returns the value with its secrets revealed; the caller adds the version. */
  toJson(value: T): Record<string, unknown>;
  /** Reports a damaged value, or a value in another format version. Called once per value. */
  corrupted(): void;
}

export function storedValue<T>(store: SecretStore, key: string, format: ValueFormat<T>): StoredValue<T> {
  let reportedText: string | undefined;
  return {
    key,
    async read() {
      const text = await store.read(key);
      if (text === undefined) return undefined;
      const parsed = v.safeParse(format.shape, jsonValue(text));
      if (parsed.success) return parsed.output;
      if (text !== reportedText) format.corrupted();
      reportedText = text;
      return undefined;
    },
    async write(value) {
      const text = JSON.stringify({ version: 1, ...format.toJson(value) });
      let readBack: string | undefined;
      try {
        await store.write(key, text);
        readBack = await store.read(key);
      } catch (error) {
        throw error instanceof AuthError ? error : new AuthError('storeFailed', error);
      }
      if (readBack !== text) throw new AuthError('storeFailed');
    },
    delete: () => store.delete(key),
    exists: () =>
      store.read(key).then(
        text => text !== undefined,
        () => true,
      ),
  };
}
