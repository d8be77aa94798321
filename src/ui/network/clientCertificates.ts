import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import type { ClientCertificate } from '../../api/http/connections';
import type { Secret } from '../../api/secret';
import { clientCertificateEntries, type ClientCertificateEntry } from '../../applications/clientCertificates';
import type { SecretStore } from '../../auth/secretStore';
import { storeKey } from '../../auth/storedCredentials';
import type { NetworkSettings } from './networkSettings';

/** The client certificates of the settings; their passphrases are in the secret storage. */
export interface ClientCertificates {
  list(): ClientCertificateEntry[];
  hasPassphrase(entry: ClientCertificateEntry): Promise<boolean>;
  keepPassphrase(entry: ClientCertificateEntry, passphrase: Secret): Promise<void>;
  loadable(): ClientCertificate[];
}

export function createClientCertificates(network: NetworkSettings, store: SecretStore): ClientCertificates {
  const list = () => clientCertificateEntries(network.clientCertificates());
  return {
    list,
    hasPassphrase: async entry => (await store.read(keyOf(entry))) !== undefined,
    keepPassphrase: (entry, passphrase) => store.write(keyOf(entry), passphrase.reveal()),
    loadable: () =>
      list().map(entry => ({
        origin: entry.origin,
        async load() {
          const { cert, key, pfx } = entry;
          const passphrase = await store.read(keyOf(entry));
          if (pfx !== undefined) return { pfx: await read(pfx), passphrase };
          return { cert: await read(cert ?? ''), key: await read(key ?? ''), passphrase };
        },
      })),
  };
}

/** Returns the storage key of a passphrase, which belongs to one certificate file and one origin. */
function keyOf({ origin, key, pfx }: ClientCertificateEntry): string {
  return storeKey('clientCertificatePassphrase', origin, pfx ?? key ?? '');
}

function read(file: string): Promise<Buffer> {
  return readFile(file.replace(/^~(?=[\\/])/, () => homedir()));
}
