import * as v from 'valibot';
import { Secret } from '../api/secret';
import type { SecretStore } from './secretStore';
import { storedValue, storeKey, type StoredValue } from './storedCredentials';

/**
 * The secrets of request documents (`{{$secret name}}`), one stored value per application. They belong to one server
 * domain and are not returned for another. Storing a secret for another domain deletes them.
 */
export interface RequestSecrets {
  read(name: string): Promise<Secret | undefined>;
  /** @throws AuthError `storeFailed` */
  keep(name: string, secret: Secret): Promise<void>;
  /** @throws AuthError `storeFailed` */
  forget(name: string): Promise<void>;
  names(): Promise<string[]>;
  forgetAll(): Promise<void>;
}

interface StoredSecrets {
  serverDomain: string;
  secrets: Map<string, Secret>;
}

// `v.record` would drop secrets with names such as `constructor`.
const texts = v.custom<Record<string, string>>(value => v.is(v.record(v.string(), v.string()), value));

const shape = v.pipe(
  v.object({ version: v.literal(1), serverDomain: v.string(), secrets: texts }),
  v.transform(({ serverDomain, secrets }) => ({
    serverDomain,
    secrets: new Map(Object.entries(secrets).map(([name, text]) => [name, new Secret(text)])),
  })),
);

/** The last change of each stored value. Each change reads the value first, so two at once would lose one of them. */
const changes = new WeakMap<SecretStore, Map<string, Promise<unknown>>>();

function afterOthers<T>(store: SecretStore, key: string, change: () => Promise<T>): Promise<T> {
  const byKey = changes.get(store) ?? new Map<string, Promise<unknown>>();
  changes.set(store, byKey);
  const result = (byKey.get(key) ?? Promise.resolve()).then(change);
  byKey.set(
    key,
    result.catch(() => undefined),
  );
  return result;
}

/**
 * Creates access to the request secrets of an application.
 * @param identity see `ApplicationIdentity`
 * @param serverDomain origin of the server domain; for the sandbox its own name
 */
export function requestSecrets(
  store: SecretStore,
  identity: { scope: string; clientId: string },
  serverDomain: string,
): RequestSecrets {
  const value: StoredValue<StoredSecrets> = storedValue(
    store,
    storeKey('requestSecrets', identity.scope, identity.clientId),
    {
      shape,
      toJson: stored => ({
        serverDomain: stored.serverDomain,
        secrets: Object.fromEntries([...stored.secrets].map(([name, one]) => [name, one.reveal()])),
      }),
      // The failure is not reported, because the user is asked for the secret again.
      corrupted: () => undefined,
    },
  );
  const read = async (): Promise<Map<string, Secret>> => {
    const stored = await value.read();
    return stored?.serverDomain === serverDomain ? stored.secrets : new Map<string, Secret>();
  };
  const change = <T>(work: () => Promise<T>) => afterOthers(store, value.key, work);
  return {
    read: async name => (await read()).get(name),
    keep: (name, secret) =>
      change(async () => value.write({ serverDomain, secrets: (await read()).set(name, secret) })),
    forget: name =>
      change(async () => {
        const secrets = await read();
        if (secrets.delete(name)) await value.write({ serverDomain, secrets });
      }),
    names: async () => [...(await read()).keys()],
    forgetAll: () => change(() => value.delete()),
  };
}
