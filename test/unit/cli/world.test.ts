import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { stat, symlink } from 'node:fs/promises';
import { after, before, describe, it } from 'mocha';
import { PatternSet } from '../../../src/api/masking/patterns';
import { useProgram } from './program';

/** 2,000 different personal values and 20 different credentials. */
const phones = Array.from({ length: 500 }, (_, index) => `139${String(10_000_000 + index * 7919).slice(-8)}`);
const emails = Array.from({ length: 500 }, (_, index) => `li.lei${index}@corp${index}.cn`);
const names = Array.from({ length: 500 }, (_, index) => `韩梅梅${String.fromCodePoint(0x4e00 + index * 7)}`);
const openids = Array.from({ length: 500 }, (_, index) => `oGZUI0egBJY1zhBYw2KhdUf${String(10_000 + index)}`);
const credentials = Array.from(
  { length: 20 },
  (_, index) => `c0ffee${String(index).padStart(2, '0')}${'ab12cd34'.repeat(3)}`,
);

function record(index: number): object {
  const at = <T>(all: readonly T[]): T => all[index % all.length] as T;
  const [phone, email, name, openid] = [at(phones), at(emails), at(names), at(openids)];
  const file = {
    ...{
      id: index.toString(16).padStart(24, 'f'),
      name: `${name}.png`,
      mime_type: 'image/png',
      size: 5,
      created_at: 1,
    },
    ...{ cdn_path: `${name}.png`, path: `https://cdn.example/${phone}.png` },
  };
  return {
    ...{ id: index.toString(16).padStart(24, '0'), created_by: 36_845_069_000_101, created_at: index, updated_at: 1 },
    ...{ read_perm: ['user:*'], write_perm: ['user:36845069000102'], sku: `S-${index}` },
    ...{ mobile: index % 2 === 0 ? phone : Number(phone), contact_name: name, picture: file, gallery: [file] },
    note: `<p title="${email}">${phone}</p>`,
    details: { receiver: { name, lines: [openid, email] }, api_key: at(credentials), size: 3 },
    profile: JSON.stringify({ real_name: name, age: 7 }),
    contacts: { [phone]: { nick: `wx${phone}` } },
    birthday: `19${70 + (index % 30)}-02-03`,
    real_name: name,
    log: [`token=${at(credentials)}`, { text: `"password": "${at(credentials)}"` }],
  };
}

/** The log of a cloud function that prints personal values and credentials. */
const functionLog = phones
  .map((phone, index) => {
    const token = credentials[index % credentials.length] ?? '';
    return `2026-01-02T03:04:05.678Z LOG ${phone} ${emails[index] ?? ''} { openid: '${openids[index] ?? ''}', token: '${token}' }\n`;
  })
  .join('');

const tables = [
  {
    ...{ id: 70_264, name: 'order', protected_fields: null, write_perm: ['user:*'], created_at: 1, updated_at: 1 },
    default_row_perm: { _read_perm: ['user:*'], _write_perm: ['user:*'] },
    schema: {
      fields: [
        { name: 'id', type: 'id' },
        ...['sku', 'contact_name', 'note'].map(name => ({ name, type: 'string' })),
        ...['details', 'log'].map(name => ({
          name,
          type: name === 'log' ? 'array' : 'object',
          items: { type: 'string' },
        })),
        { name: 'mobile', type: 'string', default: phones[4], constraints: { rules: [{ in: [phones[5]] }] } },
        { name: 'birthday', type: 'date' },
        ...['profile', 'contacts'].map(name => ({ name, type: name === 'profile' ? 'string' : 'object' })),
        { name: 'picture', type: 'file' },
        { name: 'gallery', type: 'array', items: { type: 'file' } },
      ],
    },
  },
];

/** Starts a server that records its data requests. Each must have the access token; others get 401. */
async function strictServer(requests: string[]): Promise<Server> {
  const list = (objects: readonly object[], total = objects.length) => ({ meta: { total_count: total }, objects });
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://server');
    const [offset, limit] = [Number(searchParams.get('offset') ?? 0), Number(searchParams.get('limit') ?? 20)];
    const answer = (body: object, status = 200) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (pathname.endsWith('/authorize/')) return answer({ code: 'a-code' });
    if (pathname === '/api/oauth2/access_token/')
      return answer({ access_token: 'the-access-token', refresh_token: 'the-refresh-token', expires_in: 3600 });
    requests.push(`${request.method} ${pathname}`);
    if (request.headers.authorization !== 'Bearer the-access-token') return answer({}, 401);
    if (pathname === '/oserve/v1.8/table/') return answer(list(tables));
    if (pathname.endsWith('/record/'))
      return answer(
        list(
          Array.from({ length: Math.min(limit, 1100 - offset) }, (_, at) => record(offset + at)),
          1100,
        ),
      );
    if (pathname === '/oserve/v2.2/content/') return answer(list([{ id: 9, name: `Ask ${phones[2]}`, acl_gids: [] }]));
    if (pathname.endsWith('/9/category/')) return answer(list([{ id: 10, name: emails[2], parent: null }]));
    if (pathname === '/oserve/v1/user-group/')
      return answer(list([{ id: 1, name: emails[3], parent: null, members: 2 }]));
    if (pathname === '/oserve/v1.3/cloud-function/') {
      const hello = { id: 1, name: 'hello', function_code: 'exports.main = () => 1', created_by: 'li.lei0@corp0.cn' };
      return answer(list([{ ...hello, updated_by: emails[1], remark: `ask ${phones[0]}`, last_log: functionLog }]));
    }
    if (pathname.startsWith('/oserve/v1.3/cloud-function/')) return answer(list([{ id: 1, log: functionLog }]));
    return answer(list([]));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('hydrogen world pull', () => {
  const program = useProgram();
  const requests: string[] = [];
  let server: Server;
  const env = { HYDROGEN_CLIENT_SECRET: 'planted-client-secret' };
  const pullArgs = ['world', 'pull', '--env', 'Staging', '-o', 'world.json', '--records', '1100'];

  before(async () => {
    server = await strictServer(requests);
    const { port } = server.address() as { port: number };
    const origin = `http://127.0.0.1:${port}`;
    await program.settings({ authUrl: origin, serverDomain: origin });
  });
  after(() => server.close());

  it('shows the requests and the masked columns, and reads nothing without --yes', async () => {
    const { code, out, errors } = await program.callCommand(pullArgs, env);
    assert.equal(code, 2, errors);
    assert.match(
      out,
      /^10 requests: 1 min at 40 a minute\.\n4 of 11 columns are masked: order\.contact_name, order\.mobile, order\.birthday, order\.contacts\n/,
    );
    assert.match(errors, /Run the command again with --yes/);
    assert(!requests.some(request => request.includes('/record/')));
    await assert.rejects(stat(program.path('world.json')));
  });

  it('writes a file without personal data and credentials, by GET requests that it announced', async () => {
    requests.length = 0;
    const { code, out, errors } = await program.runCommand([...pullArgs, '--yes', '--rate', '1000'], env);
    assert.equal(code, 0, errors);
    assert(requests.every(request => request.startsWith('GET ')));
    const announced = Number(/^(\d+) requests/.exec(out)?.[1]);
    assert.equal(requests.length, announced, requests.join('\n'));
    const text = await program.read('world.json');
    const planted = [...phones, ...emails, ...names, ...openids, ...credentials];
    const all = [...planted, 'planted-client-secret', 'the-access-token', '127.0.0.1', 'cdn.example'];
    // One pass, because a search for each value would take most of the time of this test.
    const search = new PatternSet(4);
    for (const value of all) search.add(value);
    const found = (where: string) => search.find(where).map(({ start, end }) => where.slice(start, end));
    assert.deepEqual(found(all.join('\n')), all);
    assert.deepEqual([text, out, errors].flatMap(found), []);
    assert.equal(text.split(/ LOG 140\d{8} /).length - 1, phones.length, 'the log is not in the file');
    const world = JSON.parse(text) as {
      records: Record<string, { sku: string; mobile: unknown; note: string }[]>;
      users: number[];
    };
    const rows = world.records['70264'] ?? [];
    assert.equal(rows.length, 1100);
    assert.equal(rows.filter(({ mobile, note }) => note.includes(String(mobile))).length, 1100, 'equal values differ');
    assert.deepEqual(world.users, [36_845_069_000_101, 36_845_069_000_102]);
  });

  it('writes the same bytes again while nothing changes, and diff finds the edited values', async () => {
    const before = await program.read('world.json');
    const { code, out } = await program.callCommand([...pullArgs, '--yes', '--rate', '1000'], env);
    assert.equal(code, 0);
    assert.match(out, /\n0 changes since the last time\.\n$/);
    assert.equal(await program.read('world.json'), before);
    await program.write('edited.json', before.replace('"S-7"', '"S-8"'));
    assert.deepEqual(await program.callCommand(['world', 'diff', 'world.json', 'world.json']), {
      code: 0,
      out: 'The worlds are equal.\n',
      errors: '',
    });
    const edited = await program.callCommand(['world', 'diff', 'world.json', 'edited.json']);
    assert.equal(edited.code, 1);
    assert.equal(edited.out, '~ Records of order 000000000000000000000007: sku\n');
  });

  it('names the environment whose data it replaces, before it reads', async () => {
    const world = JSON.parse(await program.read('world.json')) as object;
    const args = ['world', 'pull', '--env', 'Staging', '-o', 'other.json'];
    const replaced = 'other.json contains Blog · Production. Its data is replaced.\n';
    const source = { application: 'Blog', environment: 'Production' };
    await program.write('other.json', JSON.stringify({ ...world, clientId: 'ab'.repeat(10), source }));
    const planned = await program.callCommand(args, env);
    assert.ok(planned.out.includes(replaced), planned.out);
    assert.ok((await program.callCommand([...args, '--yes'], env)).out.includes(replaced));
    const again = await program.callCommand(args, env);
    assert.doesNotMatch(again.out, /is replaced/);
  });

  it('reads nothing if the file cannot be written', async () => {
    requests.length = 0;
    await symlink(program.path('.'), program.path('linked'), 'junction');
    const args = ['world', 'pull', '--env', 'Staging', '-o', 'linked/new.json', '--yes'];
    const { code, errors } = await program.callCommand(args, env);
    assert.deepEqual([code, errors], [2, 'linked/new.json cannot be written. It may not be a link.\n']);
    assert.deepEqual(requests, []);
  });

  it('writes a file from which the sandbox of hydrogen check starts', async () => {
    await program.write(
      'world.hydrogen.http',
      'GET /oserve/v2.4/table/70264/record/\n  ?where={"sku": {"$eq": "S-7"}}\n?? status == 200\n?? body objects[0].id == 000000000000000000000007\n',
    );
    const { code, out, errors } = await program.callCommand([
      'check',
      'world.hydrogen.http',
      '--sandbox',
      'world.json',
    ]);
    assert.equal(code, 0, out + errors);
  });

  it('writes nothing if a function that is to be left out does not exist, because its name may be misspelt', async () => {
    const args = ['world', 'pull', '--env', 'Staging', '-o', 'misspelt.json', '--exclude-function', 'helo', '--yes'];
    const { code, errors } = await program.callCommand(args, env);
    assert.deepEqual([code, errors], [2, 'There is no cloud function helo.\n']);
    await assert.rejects(stat(program.path('misspelt.json')));
  });

  it('refuses wrong arguments with a message and exit code 2', async () => {
    const staging = ['world', 'pull', '--env', 'Staging', '-o', 'w.json'];
    const cases: [args: string[], message: RegExp][] = [
      [['world'], /Write hydrogen world pull or hydrogen world diff/],
      [['world', 'pull'], /Name the environment with --env/],
      [['world', 'pull', '--env', 'Staging'], /Name the world file with --output/],
      [[...staging, '--tables', ' order, none'], /There is no table none\. Use: order\./],
      [[...staging, '--mask', 'order.none'], /--mask order\.none is not a column/],
      [[...staging, '--mask', 'order.picture'], /--mask order\.picture has no effect: pointers and booleans are kept/],
      [[...staging, '--records', '60000'], /at most 50000 records/],
      [['world', 'pull', '--env', 'Production', '-o', 'w.json'], /only with --allow-production/],
      [['world', 'pull', '--env', 'Staging', '-o', 'hydrogen.json'], /hydrogen\.json is not a world file/],
      [['world', 'diff', 'world.json'], /Name two world files/],
      [['world', 'diff', 'world.json', 'none.json'], /none\.json cannot be read/],
    ];
    for (const [args, message] of cases) {
      const ran = await program.callCommand(args, env);
      assert.match(ran.errors, message);
      assert.equal(ran.code, 2, args.join(' '));
    }
  });
});
