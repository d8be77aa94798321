import { createHttpClient } from '../../../src/api/http/httpClient';
import { Secret } from '../../../src/api/secret';
import type { DataService } from '../../../src/api/openApi/dataService';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { obtainTokens } from '../sandbox/fixture';

/** Runs `body` with the Open API of a sandbox application, over real connections that are closed afterwards. */
export async function withService(
  application: SandboxApplication,
  body: (service: DataService) => Promise<void>,
  envId?: string,
): Promise<void> {
  const token = new Secret((await obtainTokens(application)).access_token);
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  try {
    await body({
      target: { authUrl: application.authUrl, envId },
      context: { fetch: client.fetch },
      withToken: call => call(token),
    });
  } finally {
    await client.close();
  }
}
