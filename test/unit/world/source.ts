import { createHttpClient } from '../../../src/api/http/httpClient';
import { Secret } from '../../../src/api/secret';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { EnvironmentReader, type ReaderOptions } from '../../../src/world/environmentReader';
import type { WorldSelection, Survey } from '../../../src/world/survey';
import { obtainTokens } from '../sandbox/fixture';

/** Runs `body` with an environment of a sandbox as its source, over real connections. */
export async function withSource<T>(
  application: SandboxApplication,
  body: (source: EnvironmentReader) => Promise<T>,
  { envId, ...options }: Partial<ReaderOptions> & { envId?: string | undefined } = {},
): Promise<T> {
  const token = new Secret((await obtainTokens(application)).access_token);
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  const target = { authUrl: application.authUrl, envId };
  const tokens = { get: async () => token, renew: async () => token };
  try {
    return await body(
      new EnvironmentReader(target, tokens, {
        fetch: client.fetch,
        signal: new AbortController().signal,
        rate: 10_000,
        ...options,
      }),
    );
  } finally {
    await client.close();
  }
}

/** Returns a selection of everything, with the newest records of each table. */
export function everything({ tables }: Survey, newest = 1000, more: Partial<WorldSelection> = {}): WorldSelection {
  return {
    tables: new Map(tables.map(({ id }) => [id, { newest, masked: new Set<string>() }])),
    functions: true,
    excludedFunctions: new Set(),
    categories: true,
    contents: 1000,
    userGroups: true,
    ...more,
  };
}
