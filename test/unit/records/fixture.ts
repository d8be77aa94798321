import { createHttpClient } from '../../../src/api/http/httpClient';
import { Secret } from '../../../src/api/secret';
import type { DataService } from '../../../src/api/openApi/dataService';
import type { Sandbox, SandboxApplication } from '../../../src/sandbox/sandbox';
import { obtainTokens, withCaller, type Caller } from '../sandbox/fixture';

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

export interface SandboxService {
  service: DataService;
  call: Caller;
  shop: SandboxApplication;
  sandbox: Sandbox;
}

/** Runs `body` with the Open API and a caller of a separate small sandbox. */
export function withSandboxService(body: (scene: SandboxService) => Promise<void>): Promise<void> {
  return withCaller((call, shop, sandbox) => withService(shop, service => body({ service, call, shop, sandbox })));
}
