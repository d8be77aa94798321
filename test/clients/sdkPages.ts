import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { launchBrowser } from '../host/launcher/browser';
import { readBuild, versions, type Version } from './sdkBuilds';

/** A browser with the pages of a developer's web site, one folder per version of the SDK. */
export interface SdkPages {
  open(version: Version): Promise<Page>;
  close(): Promise<void>;
}

export async function openSdkPages(): Promise<SdkPages> {
  const { origin, server } = await serve();
  const browser = await launchBrowser();
  return {
    async open(version) {
      const page = await (await browser.newContext()).newPage();
      await page.goto(`${origin}/${version}/`);
      return page;
    },
    async close() {
      await browser.close();
      server.close();
    },
  };
}

/**
 * Starts a server of the pages. `/VERSION/` is a page with the SDK, `/VERSION/auth.html` the one that finishes a login
 * with a platform.
 */
async function serve() {
  const scripts = new Map<string, string>(
    await Promise.all(versions.map(async version => [`/${version}/sdk.js`, await readBuild(version, 'web')] as const)),
  );
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? '';
    const script = scripts.get(path);
    if (script !== undefined) return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(script);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    return response.end(path.endsWith('/auth.html') ? authPage : '<!doctype html><script src="sdk.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

/** The page that finishes a login. It reads the sandbox's address, which the opener has put into the local storage. */
const authPage = `<!doctype html><script src="sdk.js"></script><script>
  const { clientId, host } = JSON.parse(localStorage.getItem('sandbox'));
  BaaS._polyfill.getAPIHost = () => host;
  BaaS.init(clientId, { host });
  BaaS.auth.thirdPartyAuth();
</script>`;
