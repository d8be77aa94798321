import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { startSandbox, type Sandbox, type SandboxApplication, type SandboxOptions } from '../../src/sandbox/sandbox';
import { launchBrowser } from '../host/launcher/browser';
import { clientsFolder } from './installed';

export type Json = Record<string, unknown>;
export interface List {
  data: { meta: { total_count?: number; next: string | null }; objects: Json[] };
}

/** A browser page with the service's JavaScript SDK and a sandbox. */
export interface SdkPage {
  sandbox: Sandbox;
  shop: SandboxApplication;
  /**
   * Runs the body of an async function in the page. It can use `BaaS` and `argument`. If the SDK rejects, the error
   * contains the SDK's code.
   */
  run<T = Json>(body: string, argument?: unknown): Promise<T>;
  close(): Promise<void>;
}

/** Opens a page at a separate origin, like the page of a developer, and initialises the SDK. */
export async function openSdkPage(options: SandboxOptions = {}): Promise<SdkPage> {
  const sandbox = await startSandbox({ categories: 1, runFunctions: true, ...options });
  const shop = sandbox.applications[0] ?? assert.fail();
  const { url, server } = await servePage();
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(url);
  const run = async <T>(body: string, argument: unknown = null): Promise<T> => {
    const call = `(async argument => { ${body} })(${JSON.stringify(argument)})`;
    const told = "error => { throw new Error((error.code ?? '') + ' ' + error.message); }";
    return page.evaluate<T>(`${call}.catch(${told})`);
  };
  await run('BaaS.init(argument.clientId, { host: argument.host })', { clientId: shop.clientId, host: sandbox.origin });
  return {
    sandbox,
    shop,
    run,
    async close() {
      await browser.close();
      server.close();
      await sandbox.close();
    },
  };
}

async function servePage() {
  const library = await readFile(path.join(await clientsFolder(), 'node_modules', 'minapp-sdk', 'lib', 'web.js'));
  const server = createServer((request, response) => {
    if (request.url === '/sdk.js') return response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(library);
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' });
    return response.end('<!doctype html><title>A page</title><script src="/sdk.js"></script>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}
