import * as v from 'valibot';
import { Secret } from '../api/secret';
import type { SecretStore } from './secretStore';
import { storedValue, storeKey, type StoredValue } from './storedCredentials';

/** Secrets that request documents use by name, `{{$secret name}}`; one value in the store for each application. */
export interface RequestSecrets {
  read(name: string): Promise<Secret | undefined>;
  /** @throws AuthError `storeFailed` */
  keep(name: string, secret: Secret): Promise<void>;
  /** @throws AuthError `storeFailed` */
  forget(name: string): Promise<void>;
  names(): Promise<string[]>;
  forgetAll(): Promise<void>;
}

const shape = v.pipe(
  v.object({ version: v.literal(1), secrets: v.record(v.string(), v.string()) }),
  v.transform(({ secrets }) => new Map(Object.entries(secrets).map(([name, text]) => [name, new Secret(text)]))),
);

/** @param identity see `ApplicationIdentity` */
export function requestSecrets(store: SecretStore, identity: { scope: string; clientId: string }): RequestSecrets {
  const value: StoredValue<Map<string, Secret>> = storedValue(
    store,
    storeKey('requestSecrets', identity.scope, identity.clientId),
    {
      shape,
      toJson: secrets => ({ secrets: Object.fromEntries([...secrets].map(([name, one]) => [name, one.reveal()])) }),
      // A value that cannot be read is asked for again.
      corrupted: () => undefined,
    },
  );
  return {
    read: async name => (await value.read())?.get(name),
    keep: async (name, secret) => value.write(new Map([...((await value.read()) ?? []), [name, secret]])),
    async forget(name) {
      const kept = (await value.read()) ?? new Map<string, Secret>();
      if (kept.delete(name)) await value.write(kept);
    },
    names: async () => [...((await value.read())?.keys() ?? [])],
    forgetAll: () => value.delete(),
  };
}
