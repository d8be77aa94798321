import * as v from 'valibot';
import type { Secret } from '../api/secret';
import type { KeyedStore } from './listedStore';
import { secretShape, storedValue, storeKey } from './storedCredentials';

/**
 * The secrets of request documents (`{{$secret name}}`), each a stored value, so that two windows do not overwrite each
 * other's. They belong to one server domain and are not returned for another. Storing a secret for another domain
 * deletes them.
 */
export interface RequestSecrets {
  read(name: string): Promise<Secret | undefined>;
  /** @throws AuthError `storeFailed` */
  keep(name: string, secret: Secret): Promise<void>;
  forget(name: string): Promise<void>;
  /** Returns the names in alphabetical order. */
  names(): Promise<string[]>;
  /** Deletes the secrets for all server domains. */
  forgetAll(): Promise<void>;
}

const format = {
  shape: v.pipe(
    v.object({ version: v.literal(1), secret: secretShape }),
    v.transform(stored => stored.secret),
  ),
  toJson: (stored: Secret) => ({ secret: stored.reveal() }),
  // The failure is not reported, because the user is asked for the secret again.
  corrupted: () => undefined,
};

/**
 * Creates access to the request secrets of an application.
 * @param identity see `ApplicationIdentity`
 * @param serverDomain origin of the server domain; for the sandbox its own name
 */
export function requestSecrets(
  store: KeyedStore,
  identity: { scope: string; clientId: string },
  serverDomain: string,
): RequestSecrets {
  const ofApplication = storeKey('requestSecrets', identity.scope, identity.clientId, '');
  const ofDomain = storeKey('requestSecrets', identity.scope, identity.clientId, serverDomain, '');
  const valueOf = (name: string) => storedValue(store, ofDomain + encodeURIComponent(name), format);
  const keys = async () => (await store.keys()).keys.filter(key => key.startsWith(ofApplication));
  const deleteKeys = async (isDeleted: (key: string) => boolean) => {
    for (const key of (await keys()).filter(isDeleted)) await store.delete(key);
  };
  return {
    read: name => valueOf(name).read(),
    async keep(name, kept) {
      await valueOf(name).write(kept);
      await deleteKeys(key => !key.startsWith(ofDomain));
    },
    forget: name => valueOf(name).delete(),
    names: async () =>
      (await keys())
        .filter(key => key.startsWith(ofDomain))
        .map(key => decodeURIComponent(key.slice(ofDomain.length)))
        .sort(),
    forgetAll: () => deleteKeys(() => true),
  };
}
