import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { runChecks } from '../../../../src/requests/checks/run';
import type { RequestResult } from '../../../../src/requests/checks/result';
import { SnapshotStore, type SnapshotMode } from '../../../../src/requests/checks/snapshotStore';
import { parseDocument } from '../../../../src/requests/document/parse';
import { directive } from '../../../../src/requests/document/syntax';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import { executeRequest } from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { useServer } from '../server';

describe('checks that compare responses', () => {
  const server = useServer();
  let stored: string | undefined;
  const text = () => stored ?? '';
  const file = {
    name: 'a.http.snapshots.json',
    kind: async () => (stored === undefined ? ('none' as const) : ('file' as const)),
    read: async () => stored ?? '',
    write: async (text: string) => void (stored = text),
  };

  const run = async (
    text: string,
    mode: SnapshotMode = 'add',
    variables: (environment: string | undefined) => Record<string, string> = () => ({}),
    own: typeof file | 'nowhere' = file,
    environments = target.environments,
  ): Promise<RequestResult[]> => {
    const here = { ...target, environments, serverDomain: server.origin, authUrl: server.origin };
    const snapshots = own === 'nowhere' ? undefined : new SnapshotStore(own, mode);
    return runChecks(
      [{ name: 'a.http', document: parseDocument(text) }],
      {
        execute({ document }, request, { responsesOf, signal }) {
          const environment = directive(request, 'environment')?.value.text;
          const changes = { target: here, environmentVariables: variables(environment), signal };
          const responses = responsesOf(environment ?? '');
          return executeRequest(request, { ...contextFor('', changes), document, responses });
        },
        describe: error => ({ code: 'unknown', text: String((error as Error).message) }),
        wait: () => Promise.resolve(),
        snapshots: () => snapshots,
      },
      { signal: new AbortController().signal },
    );
  };
  const verdict = async (...args: Parameters<typeof run>) => {
    const [result] = await run(...args);
    return result?.verdicts.at(-1) ?? assert.fail('no verdict');
  };
  const answer = (body: unknown, status = 200) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const type = typeof body === 'string' ? 'text/html' : 'application/json; charset=utf-8';
    server.handler = (_, response) => void response.writeHead(status, { 'Content-Type': type }).end(text);
  };
  const snapshot = '### list\nGET /a/\n\n?? snapshot';

  it('write the first response, with sorted keys, masks by rule, and no credential', async () => {
    stored = undefined;
    const token = 'f3a9c0ffee0123456789abcdef0123456789abcd';
    answer({
      name: '商品',
      id: 5,
      category_id: '5f1e3d',
      ids: [1, 2],
      created_at: 1700000000,
      created_by: null,
      price: 12.5,
      big: 0,
      token,
      again: `x ${token}`,
      text: 'at 2024-01-02T03:04:05Z of 5f2f7a0c1d2e3f4a5b6c7d8e',
    });
    const { passed, failure } = await verdict(snapshot);
    assert.deepEqual([passed, failure], [true, undefined]);
    assert.deepEqual(text().split('\n'), [
      '{',
      '  "list": {',
      '    "Production": {',
      '      "body": {',
      '        "again": "x •••",',
      '        "big": 0,',
      '        "category_id": "‹id›",',
      '        "created_at": "‹number time›",',
      '        "created_by": null,',
      '        "id": "‹number id›",',
      '        "ids": [',
      '          "‹number id›",',
      '          "‹number id›"',
      '        ],',
      '        "name": "商品",',
      '        "price": 12.5,',
      '        "text": "at ‹time› of ‹id›",',
      '        "token": "•••"',
      '      },',
      '      "status": 200,',
      '      "type": "application/json"',
      '    }',
      '  }',
      '}',
      '',
    ]);
  });

  it('ignore differences in order, times and IDs, and fail with both texts for any other', async () => {
    stored = undefined;
    answer({ id: 1, name: 'a', updated_at: 1700000000, tags: ['x', { y: 1 }] });
    await run(snapshot);
    const first = stored;
    answer({ tags: ['x', { y: 1 }], updated_at: 1800000000, name: 'a', id: 2 });
    assert.equal((await verdict(snapshot)).passed, true);
    answer({ id: 1, name: 'b', updated_at: null, tags: ['x', { y: 2 }], more: true });
    const { passed, failure, detail, expected, actual } = await verdict(snapshot);
    assert.deepEqual([passed, failure], [false, 'otherSnapshot']);
    assert.equal(detail, 'body.name "a" → "b", body.tags[1].y 1 → 2, body.updated_at "‹number time›" → null, …');
    assert.match(expected ?? '', /"name": "a"/);
    assert.match(actual ?? '', /"name": "b"/);
    assert.equal(stored, first, 'a difference writes nothing');
    assert.equal((await verdict(snapshot, 'update')).passed, true);
    assert.match(text(), /"name": "b"/);
  });

  it('split a text into its lines, and compare the status as well', async () => {
    stored = undefined;
    answer('<p>\none</p>');
    await run(snapshot);
    assert.match(text(), /"body": \[\n {8}"<p>",\n {8}"one<\/p>"\n/);
    answer('<p>\none</p>', 404);
    assert.equal((await verdict(snapshot)).detail, 'status 200 → 404');
  });

  it('write nothing for a wrong response, or where nothing may be written', async () => {
    stored = undefined;
    answer({ name: 'a' }, 500);
    assert.equal((await verdict(snapshot)).failure, 'noSnapshot');
    answer({ name: 'a' });
    assert.equal((await verdict(`${snapshot}\n?? status == 201\n?? snapshot`)).failure, 'noSnapshot');
    assert.equal((await verdict(snapshot, 'compare')).failure, 'noSnapshotInCi');
    assert.equal((await verdict(snapshot, 'add', undefined, 'nowhere')).failure, 'noSnapshotFile');
    assert.equal(stored, undefined);
    answer({ name: 'a' }, 404);
    assert.equal((await verdict('### list\nGET /a/\n\n?? status == 404\n?? snapshot')).passed, true);
    assert.match(text(), /"status": 404/);
  });

  it('report two requests with one label, an invalid snapshot file, and orphans', async () => {
    stored = undefined;
    answer({ name: 'a' });
    const [one, two] = await run(`${snapshot}\n${snapshot}`);
    assert.deepEqual(
      [one, two].map(result => result?.verdicts[0]?.failure),
      ['ambiguousSnapshot', 'ambiguousSnapshot'],
    );
    for (const wrong of ['[]', 'no json', '"text"', 'null']) {
      stored = wrong;
      assert.equal((await verdict(snapshot, 'update')).failure, 'badSnapshots', wrong);
      assert.equal(stored, wrong);
    }
    stored = undefined;
    await run(`${snapshot}\n### __proto__\nGET /a/\n\n?? snapshot`);
    const renamed = parseDocument(snapshot.replace('list', 'table'));
    const snapshots = new SnapshotStore(file, 'update');
    assert.deepEqual(await snapshots.orphans(renamed), ['__proto__', 'list']);
    await snapshots.remove(['__proto__']);
    assert.deepEqual(Object.keys(JSON.parse(text()) as object), ['list']);
  });

  it('keep the snapshots of two requests that end at the same time', async () => {
    stored = undefined;
    const { requests } = parseDocument(`${snapshot}\n${snapshot.replace('list', 'table')}`);
    await Promise.all(requests.map(request => new SnapshotStore(file, 'add').keep(request, '{"body":1}', 'Staging')));
    assert.deepEqual(Object.keys(JSON.parse(text()) as object), ['list', 'table']);
  });

  it('read a file that an editor saved with a byte order mark', async () => {
    stored = undefined;
    answer({ name: 'a' });
    await run(snapshot);
    stored = `\ufeff${text()}`;
    assert.equal((await verdict(snapshot, 'compare')).passed, true);
    answer({ name: 'b' });
    assert.equal((await verdict(snapshot, 'compare')).failure, 'otherSnapshot');
  });

  it('have a snapshot per environment; one of an earlier version applies to all', async () => {
    const old = { list: { body: { name: 'a' }, status: 200, type: 'application/json' } };
    stored = JSON.stringify(old);
    answer({ name: 'a' });
    assert.equal((await verdict(snapshot)).passed, true);
    answer({ name: 'b' });
    const inStaging = snapshot.replace('GET', '# @environment Staging\nGET');
    assert.equal((await verdict(inStaging)).failure, 'otherSnapshot');
    assert.equal((await verdict(inStaging, 'update')).passed, true);
    assert.deepEqual(JSON.parse(text()), { list: { '*': old.list, Staging: { ...old.list, body: { name: 'b' } } } });
    assert.equal((await verdict(inStaging, 'compare')).passed, true);
    assert.equal((await verdict(snapshot, 'compare')).failure, 'otherSnapshot');
  });

  it('are those of the target of each request, also in a run of another one', async () => {
    const keyOf = async (text: string, isSandbox: boolean) => {
      const context = contextFor(text, { target: { ...target, isSandbox } });
      const request = await resolveRequest(context.document.requests[0] ?? assert.fail(), context);
      return new SnapshotStore(file, 'add').environmentOf(request);
    };
    assert.equal(await keyOf('GET /a/', true), 'Sandbox');
    assert.equal(await keyOf('GET /a/', false), 'Production');
    assert.equal(await keyOf('# @environment Staging\nGET /a/', true), 'Sandbox Staging');
    assert.equal(await keyOf('# @environment Staging\nGET /a/', false), 'Staging');
    assert.equal(await keyOf('GET https://example.com/a/', true), 'example.com');
  });

  it('accept the deepest possible nesting', async () => {
    stored = undefined;
    server.handler = (_, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end('{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000));
    assert.equal((await verdict(snapshot)).passed, true);
  });

  const same = '### list\nGET /hserve/v1/content/category/?content_group_id={{group}}\n\n?? same as Staging';

  it('send to the other environment with its variables, and compare', async () => {
    let there: unknown = { objects: [], id: 2 };
    server.handler = ({ headers }, response) =>
      void response
        .writeHead(200, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(headers['x-hydrogen-env-id'] === 'env-staging' ? there : { id: 1, objects: [] }));
    const variables = (environment: string | undefined) => ({ group: environment === 'Staging' ? '7' : '5' });
    assert.equal((await verdict(same, 'add', variables)).passed, true);
    assert.deepEqual(
      server.received.map(({ url, headers }) => [url?.split('=')[1], headers['x-hydrogen-env-id']]),
      [
        ['5', undefined],
        ['7', 'env-staging'],
      ],
    );
    there = { objects: [{ name: 'a' }], id: 2 };
    const { failure, detail } = await verdict(same, 'add', variables);
    assert.deepEqual([failure, detail], ['otherResponse', 'body.objects[0] {"name":"a"} → ∅']);
  });

  it('send no write and no dependent request to another environment; in the environment itself they pass', async () => {
    answer({ token: 'abcdefgh12345678' });
    const login = '### login\n# @name login\nPOST /hserve/v2.1/login/username/\n\n{}\n';
    const check = (request: string) => verdict(`${request}\n\n?? same as Staging`);
    assert.equal((await check('### b\nDELETE /a/')).failure, 'notRead');
    assert.equal((await check('### b\nPOST /hserve/v2.1/login/username/\n\n{}')).failure, 'notRead');
    assert.equal(server.received.length, 2);
    assert.equal((await check('### b\n# @environment Staging\nGET /a/')).passed, true);
    assert.equal(server.received.length, 3);
    const needing = `${login}### b\nGET /a/?x={{login.response.status}}\n\n?? same as Staging`;
    const [, result] = await run(needing);
    assert.equal(result?.verdicts[0]?.failure, 'noOtherResponse');
    assert.equal(server.received.length, 5);
    const unknown = await verdict('### b\nGET /a/\n\n?? same as Nowhere');
    assert.deepEqual([unknown.failure, server.received.length], ['noOtherResponse', 6]);
  });

  it('report a name of two environments, also in one of them', async () => {
    answer({ id: 1 });
    const twins = [
      { name: 'Staging', envId: 'env-1' },
      { name: 'staging', envId: 'env-2' },
    ];
    const compare = (name: string) =>
      verdict(`### b\n# @environment env-1\nGET /a/\n\n?? same as ${name}`, 'add', undefined, file, twins);
    const { failure, detail } = await compare('Staging');
    assert.deepEqual(
      [failure, detail, server.received.length],
      ['noOtherResponse', 'ambiguousEnvironment: Staging', 1],
    );
    assert.equal((await compare('env-1')).passed, true);
  });

  it('prefer an Env ID over the equal name of this environment', async () => {
    answer({ id: 1 });
    const named = [
      { name: 'env-2', envId: 'env-1' },
      { name: 'QA', envId: 'env-2' },
    ];
    await verdict('### b\n# @environment env-1\nGET /a/\n\n?? same as env-2', 'add', undefined, file, named);
    assert.deepEqual(
      server.received.map(({ headers }) => headers['x-hydrogen-env-id']),
      ['env-1', 'env-2'],
    );
  });
});
