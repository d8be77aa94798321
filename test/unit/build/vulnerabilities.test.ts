import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { describe, it } from 'mocha';
import { root } from '../../host/launcher/root';

/** Runs the check against a registry with this request listener. Returns output and exit code. */
async function check(registry: RequestListener): Promise<{ code: number; output: string }> {
  const server = http.createServer(registry).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { npm_execpath: _, ...rest } = process.env;
  const env = { ...rest, npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
  try {
    return await new Promise(resolve => {
      execFile(process.execPath, [path.join(root, 'test', 'vulnerabilities.mjs')], { env }, (error, output) =>
        resolve({ code: error === null ? 0 : Number(error.code), output }),
      );
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function locked(name: string): string {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return packages[`node_modules/${name}`]?.version ?? assert.fail(`${name} is not locked`);
}

const json = (value: object): RequestListener => {
  return (_, response) => void response.setHeader('content-type', 'application/json').end(JSON.stringify(value));
};

describe('the check of shipped packages for known vulnerabilities', () => {
  it('fails when the registry reports one, and names it', async () => {
    const advisory = { id: 1, url: 'https://advisories.example/1', title: 'Leaks', severity: 'high' };
    const found = { undici: [{ ...advisory, vulnerable_versions: '*', cwe: [], cvss: { score: 8 } }] };
    const { code, output } = await check((request, response) => {
      const name = decodeURIComponent(request.url?.slice(1) ?? '');
      // The registry offers exactly the locked version.
      const versions = { [locked('undici')]: { name, version: locked('undici') } };
      json(request.method === 'POST' ? found : { name, versions })(request, response);
    });
    assert.equal(code, 1);
    assert.match(output, /^undici .*high: Leaks https:\/\/advisories\.example\/1$/m);
  });

  it('passes when the registry reports none', async () => {
    assert.deepEqual(await check(json({})), { code: 0, output: '' });
  });

  it('is skipped with a message when the registry does not respond', async () => {
    const { code, output } = await check((_, response) => response.writeHead(405).end());
    assert.equal(code, 0);
    assert.match(output, /^skipped: the registry does not answer \(405 /);
    const broken = await check((_, response) => response.destroy());
    assert.equal(broken.code, 0);
    assert.match(broken.output, /^skipped: the registry does not answer/);
  });
});
