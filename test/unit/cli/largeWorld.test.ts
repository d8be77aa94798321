import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, truncate } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { after, before, describe, it } from 'mocha';
import { useProgram } from './program';

/** Starts a server with one table. Permissions are not masked, so reading many of them takes little time. */
async function server(records: { total: number; size: number }): Promise<Server> {
  const started = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 20)];
    const answer = (body: object) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname.endsWith('/authorize/')) return answer({ code: 'a-code' });
    if (pathname === '/api/oauth2/access_token/')
      return answer({ access_token: 'the-access-token', refresh_token: 'the-refresh-token', expires_in: 3600 });
    if (pathname === '/oserve/v1.8/table/')
      return answer({ objects: [{ id: 1, name: 'order', schema: { fields: [] } }] });
    if (!pathname.endsWith('/record/')) return answer({ objects: [] });
    const length = Math.min(limit, records.total - offset);
    const read_perm = [' '.repeat(records.size)];
    const objects = Array.from({ length }, (_, at) => ({ id: `${offset + at}`, read_perm }));
    return answer({ meta: { total_count: records.total }, objects });
  });
  started.listen(0, '127.0.0.1');
  await once(started, 'listening');
  return started;
}

describe('a world file of more than 100 MB', () => {
  const program = useProgram();
  const records = { total: 1, size: 19_000 };
  let service: Server;

  before(async () => {
    service = await server(records);
    const { port } = service.address() as { port: number };
    const origin = `http://127.0.0.1:${port}`;
    await program.settings({ authUrl: origin, serverDomain: origin });
  });
  after(() => service.close());

  it('is not written, and the earlier file is kept', async () => {
    const args = ['world', 'pull', '--env', 'Staging', '-o', 'world.json', '--records', '5500', '--yes'];
    const env = { HYDROGEN_CLIENT_SECRET: 'planted-client-secret' };
    const first = await program.runCommand(args, env);
    assert.equal(first.code, 0, first.errors);
    const before = await program.read('world.json');
    records.total = 5500;
    const { code, errors } = await program.runCommand(args, env);
    const message =
      'world.json would be larger than 100 MB, so it was not written. Use a smaller --records, or fewer --tables.\n';
    assert.deepEqual([code, errors], [2, message]);
    assert.equal(await program.read('world.json'), before);
    assert.deepEqual((await readdir(program.path('.'))).sort(), ['hydrogen.json', 'world.json']);
  });

  it('is not read by hydrogen world diff', async () => {
    await program.write('large.json', '');
    await truncate(program.path('large.json'), 200_000_000);
    const { code, errors } = await program.runCommand(['world', 'diff', 'large.json', 'large.json']);
    assert.deepEqual([code, errors], [2, 'large.json is larger than 100 MB. Read fewer records into it.\n']);
  });
});
