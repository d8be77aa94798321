import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * Starts a local registry. It offers each of our development dependencies in the version that package.json names,
 * always with the same archive, so a program that needed one of these packages would not start.
 */
export async function startRegistry(
  archive: string,
): Promise<{ env: Record<string, string>; close(): Promise<unknown> }> {
  const bytes = await readFile(archive);
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  const server = http.createServer((request, response) => {
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    const version = devDependencies[name];
    if (request.url === '/-/archive.tgz') response.end(bytes);
    else if (version === undefined) response.writeHead(404).end('{}');
    else {
      const dist = { tarball: `http://${request.headers.host ?? ''}/-/archive.tgz` };
      const versions = { [version]: { name, version, dist } };
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    env: { npm_config_registry: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` },
    close: () => {
      server.closeAllConnections();
      return new Promise(resolve => server.close(resolve));
    },
  };
}
