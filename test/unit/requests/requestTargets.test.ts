import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { environmentWord } from '../../../src/api/environmentNames';
import { convertDocument } from '../../../src/requests/convert/convert';
import { importCurl } from './convert/importCurl';
import { importedTarget } from '../../../src/requests/convert/importedTarget';
import { requestText } from '../../../src/requests/convert/requestText';
import { parseDocument } from '../../../src/requests/document/parse';
import { pinnedTarget, targetOf, targetLines } from '../../../src/requests/document/requestTarget';
import { RequestError } from '../../../src/requests/document/requestError';
import { entryRequest } from '../../../src/requests/history/entryRequest';
import { historyEntry } from '../../../src/requests/history/history';
import { executeRequest } from '../../../src/requests/sending/executeRequest';
import { contextFor, target as anyTarget } from './fixture';
import { environments, expectedText, reserved, type App, type Expected, type TargetIds } from './targets';
import { useServer } from './server';

describe('the target of a request', () => {
  const server = useServer();

  const app = (name: string, clientId: string, list: App['environments']): App => ({
    ...{ name, clientId, environments: list, serverDomain: server.origin },
    authUrl: 'https://auth.example.com',
  });
  const clear = () => [
    app('Shop', 'shop', Object.values(environments)),
    app('Blog', 'blog', [{ name: 'Staging', envId: 'env-blog' }]),
    app('Twin', 'twin-1', []),
    app('twin', 'twin-2', [environments.a]),
    // An application whose name is the ClientID of another one.
    app('blog', 'impostor', []),
  ];
  const withReserved = () => [app('Shop', 'shop', [...Object.values(environments), ...Object.values(reserved)])];

  /**
   * Sends a document like the window. Returns the IDs that the server received in the headers, or the code of the
   * refusal.
   */
  async function send(text: string, all: readonly App[], selected: TargetIds): Promise<Expected> {
    const document = parseDocument(text);
    const request = document.requests.at(-1) ?? assert.fail('no request');
    const find = (clientId: string) => all.find(one => one.clientId === clientId) ?? assert.fail(clientId);
    const application = find(selected[0]);
    const environment = application.environments.find(({ envId }) => envId === selected[1]);
    server.received.length = 0;
    try {
      const resolved = targetOf(request, { application, environment }, all);
      const target = { ...anyTarget, ...resolved.application, envId: resolved.environment?.envId };
      const { error } = await executeRequest(request, { ...contextFor(text, { target }), document });
      if (error instanceof Error) throw error;
    } catch (error) {
      if (error instanceof RequestError) return error.code;
      throw error;
    }
    const headers = server.received[0]?.headers ?? assert.fail('nothing arrived');
    return [String(headers['x-hydrogen-client-id']), headers['x-hydrogen-env-id'] as string | undefined];
  }

  const line = 'DELETE /hserve/v2.2/table/t/record/1/';
  const production: TargetIds = ['shop', undefined];
  const staging: TargetIds = ['shop', 'env-a'];

  const written: [title: string, directives: string, selected: TargetIds, expected: Expected, reserved?: true][] = [
    ['while production is selected', '', production, production],
    ['while an environment is selected', '', staging, staging],
    ['while one of two with the same name is selected', '', ['shop', 'env-t'], ['shop', 'env-t']],
    ['while an environment with a reserved name is selected', '', ['shop', 'env-p'], ['shop', 'env-p'], true],
    ['pinned to a name', '# @environment Staging', production, staging],
    ['pinned to a name in another case', '# @environment sTaGiNg', production, staging],
    ['pinned to an Env ID', '# @environment env-a', production, staging],
    ['pinned to a Chinese name', '# @environment 预发布', production, ['shop', 'env-z']],
    ['pinned to a name of two environments', '# @environment Test', production, 'ambiguousEnvironment'],
    ['pinned to a name of two while one is selected', '# @environment Test', ['shop', 'env-s'], 'ambiguousEnvironment'],
    ['pinned to the Env ID of the first of two', '# @environment env-s', production, ['shop', 'env-s']],
    ['pinned to the Env ID of the second of two', '# @environment env-t', production, ['shop', 'env-t']],
    ['pinned to an Env ID that is also a name', '# @environment env-u', production, ['shop', 'env-u']],
    ['pinned to production', '# @environment Production', staging, production],
    ['pinned to production in Chinese', '# @environment 生产环境', staging, production],
    ['pinned to production in small letters', '# @environment production', staging, production],
    [
      'pinned to Production while one has this name',
      '# @environment Production',
      staging,
      'ambiguousEnvironment',
      true,
    ],
    ['pinned to 生产环境 while one has this name', '# @environment 生产环境', staging, 'ambiguousEnvironment', true],
    ['pinned to the Env ID of one called Production', '# @environment env-p', production, ['shop', 'env-p'], true],
    ['pinned to the Env ID of one called 生产环境', '# @environment env-q', production, ['shop', 'env-q'], true],
    ['pinned to an unknown environment', '# @environment Moon', staging, 'unknownEnvironment'],
    ['whose directive names no environment', '# @environment', staging, 'unknownEnvironment'],
    ['with two environments', '# @environment Staging\n# @environment QA', production, 'repeatedDirective'],
    ['to a name that differs from a ClientID only in case', '# @application Blog', staging, 'ambiguousApplication'],
    ['to another ClientID', '# @application blog\n# @environment Staging', staging, ['blog', 'env-blog']],
    ['to another application without an environment', '# @application blog', staging, ['blog', undefined]],
    ['to the selected application by name', '# @application Shop', staging, staging],
    ['to a name of two applications', '# @application Twin', staging, 'ambiguousApplication'],
    ['to the ClientID of a namesake', '# @application twin-2\n# @environment Staging', production, ['twin-2', 'env-a']],
    ['to an unknown application', '# @application moon', staging, 'unknownApplication'],
    [
      'to an environment of another application',
      '# @application twin-1\n# @environment QA',
      staging,
      'unknownEnvironment',
    ],
  ];
  for (const [title, directives, selected, expected, isReserved] of written) {
    it(`is ${expectedText(expected)} for a request ${title}`, async () => {
      const all = isReserved === true ? withReserved() : clear();
      assert.deepEqual(await send(`${directives}\n${line}\n`, all, selected), expected);
    });
  }

  it('needs no selection if the requests name application and environment', async () => {
    const targetIn = (text: string, all: readonly App[] = clear()) =>
      pinnedTarget(parseDocument(text).requests, all)?.application.clientId;
    assert.equal(targetIn(`# @application Shop\n# @environment Staging\n${line}`), 'shop');
    assert.equal(targetIn(`# @environment Staging\n${line}`, withReserved()), 'shop');
    assert.equal(targetIn(`# @environment Staging\n${line}`), undefined);
    assert.equal(targetIn(`# @application Shop\n${line}`), undefined);
    assert.equal(targetIn(`# @application Twin\n# @environment Staging\n${line}`), undefined);
    assert.equal(targetIn(`# @application Shop\n# @environment Staging\n${line}\n\n###\n${line}`), undefined);
    assert.equal(targetIn(''), undefined);
  });

  describe('the target of a request from a row of the tree', () => {
    const rows: [title: string, row: TargetIds, reserved?: true][] = [
      ['production', production],
      ['an environment', staging],
      ['the first of two with the same name', ['shop', 'env-s']],
      ['the second of two with the same name', ['shop', 'env-t']],
      ['an environment named like an Env ID', ['shop', 'env-n']],
      ['the environment whose Env ID is the name of another one', ['shop', 'env-u']],
      ['a Chinese name', ['shop', 'env-z']],
      ['an environment called Production', ['shop', 'env-p'], true],
      ['an environment called 生产环境', ['shop', 'env-q'], true],
      ['another application', ['blog', 'env-blog']],
      ['the production of an application whose name another one has', ['twin-1', undefined]],
      ['an environment of the other application with this name', ['twin-2', 'env-a']],
      ['an application named like a ClientID', ['impostor', undefined]],
    ];
    for (const [title, row, isReserved] of rows) {
      for (const selected of [production, staging]) {
        it(`is fixed for ${title}, while ${selected[1] ?? 'production'} is selected`, async () => {
          const all = isReserved === true ? withReserved() : clear();
          const application = all.find(({ clientId }) => clientId === row[0]) ?? assert.fail();
          const directives = targetLines(application, { envId: row[1] }, all);
          assert.deepEqual(await send(`${directives}${line}\n`, all, selected), row);
        });
      }
    }

    it('is refused instead of sent elsewhere for production, when an environment has its name', async () => {
      const all = withReserved();
      const directives = targetLines(all[0] ?? assert.fail(), { envId: undefined }, all);
      assert.equal(await send(`${directives}${line}\n`, all, staging), 'ambiguousEnvironment');
    });

    it('is written as a word that no other environment has', () => {
      const all = [...Object.values(environments), ...Object.values(reserved)];
      const words = all.map(environment => environmentWord(environment, all));
      assert.deepEqual(words, ['Staging', 'env-s', 'env-t', 'QA', 'env-n', '预发布', 'env-p', 'env-q']);
      assert.equal(
        environmentWord({ name: 'a\nDELETE /', envId: 'env-x' }, [{ name: 'a\nDELETE /', envId: 'env-x' }]),
        'env-x',
      );
    });
  });

  describe('the target of a request from the history or another tool', () => {
    const entries: [title: string, sentTo: TargetIds, left: (all: App[]) => App[], expected: Expected][] = [
      ['production', production, all => all, production],
      ['an environment', staging, all => all, staging],
      ['one of two with the same name', ['shop', 'env-t'], all => all, ['shop', 'env-t']],
      [
        'an environment that is gone',
        staging,
        ([shop, ...rest]) => [{ ...(shop as App), environments: [environments.u] }, ...rest],
        'unknownEnvironment',
      ],
      [
        'an environment that is gone, while another one has its name now',
        staging,
        ([shop, ...rest]) => [{ ...(shop as App), environments: [{ name: 'Staging', envId: 'env-new' }] }, ...rest],
        'unknownEnvironment',
      ],
      [
        'an environment that has another name now',
        staging,
        ([shop, ...rest]) => [{ ...(shop as App), environments: [{ name: 'Old', envId: 'env-a' }] }, ...rest],
        staging,
      ],
      [
        'an application that is gone',
        ['blog', 'env-blog'],
        all => all.filter(({ clientId }) => clientId !== 'blog'),
        'unknownApplication',
      ],
    ];
    for (const [title, [clientId, envId], left, expected] of entries) {
      it(`is ${expectedText(expected)} for ${title}`, async () => {
        const before = clear();
        const application = before.find(one => one.clientId === clientId) ?? assert.fail();
        const text = `# @application ${clientId}\n# @environment ${envId ?? 'Production'}\n${line}\n`;
        const context = contextFor(text, { target: { ...anyTarget, ...application } });
        const { resolved, result } = await executeRequest(context.document.requests[0] ?? assert.fail(), context);
        assert.ok(resolved !== undefined && result !== undefined);
        const entry = historyEntry({
          id: '1',
          at: 0,
          application,
          request: resolved,
          outcome: { result, body: undefined },
        });
        const after = left(before);
        const again = `${targetLines(entry.application, entry.environment, after)}${entryRequest(entry)}`;
        const selected: TargetIds = ['twin-2', 'env-a'];
        assert.deepEqual(await send(again, after, selected), expected);
      });
    }
  });

  /** Headers of a pasted command, and the target of the imported request. */
  const foreign: [title: string, headers: Record<string, string>, selected: TargetIds, expected: Expected][] = [
    ['no target: the selected one', {}, staging, staging],
    ['the selected application and environment', { Client: 'shop', Env: 'env-a' }, staging, staging],
    ['an environment, while production is selected', { Client: 'shop', Env: 'env-a' }, production, staging],
    ['an environment without a ClientID', { Env: 'env-a' }, production, staging],
    ['one of two with the same name', { Client: 'shop', Env: 'env-t' }, production, ['shop', 'env-t']],
    ['another application', { Client: 'blog', Env: 'env-blog' }, staging, ['blog', 'env-blog']],
    ['the production of another application', { Client: 'blog' }, staging, ['blog', undefined]],
    ['an application whose name another one has', { Client: 'twin-1' }, staging, ['twin-1', undefined]],
    ['an unknown environment', { Client: 'shop', Env: 'env-moon' }, production, 'unknownEnvironment'],
    ['an environment of another application', { Client: 'shop', Env: 'env-blog' }, production, 'unknownEnvironment'],
    ['an unknown application', { Client: 'moon' }, production, 'unknownApplication'],
    ['an unknown application with a known Env ID', { Client: 'moon', Env: 'env-a' }, production, 'unknownApplication'],
    ['an Env ID that is a name', { Client: 'shop', Env: 'Staging' }, production, 'unknownEnvironment'],
    ['an Env ID that is the name of production', { Client: 'shop', Env: 'Production' }, staging, 'unknownEnvironment'],
    ['a ClientID that is a name', { Client: 'Shop' }, production, 'unknownApplication'],
    ['an empty Env ID', { Client: 'shop', Env: '' }, production, 'unknownEnvironment'],
  ];
  const context = (all: readonly App[], [clientId]: TargetIds) => ({
    all,
    selected: all.find(one => one.clientId === clientId),
    explain: ({ id }: { id: string }) => `unknown: ${id}`,
  });

  for (const [title, headers, selected, expected] of foreign) {
    it(`is kept for a pasted cURL command with ${title}`, async () => {
      const all = clear();
      const flags = Object.entries(headers).map(([name, value]) => ` -H 'X-Hydrogen-${name}-ID: ${value}'`);
      // cURL omits a header without a value, unless it ends with a semicolon.
      const command = `curl -X DELETE ${server.origin}/hserve/v2.2/table/t/record/1/${flags.join('').replace(": '", ";'")}`;
      const request = importCurl(command) ?? assert.fail(command);
      const target = importedTarget(request.url, request.headers, context(all, selected));
      const text = `### a\n${target?.lines ?? ''}${requestText(request, target?.application)}`;
      assert.deepEqual(await send(text, all, selected), expected);
      assert.equal(target?.unknown.length === 0, typeof expected !== 'string');
    });

    it(`is kept for a converted document with ${title}`, async () => {
      const all = clear();
      const lines = Object.entries(headers).map(([name, value]) => `X-Hydrogen-${name}-ID: ${value}\n`);
      const source = `@host = ${server.origin}\n\n### a\nDELETE {{host}}/hserve/v2.2/table/t/record/1/\n${lines.join('')}`;
      const { text, unknown } = convertDocument(source, context(all, selected));
      assert.deepEqual(await send(text, all, selected), expected);
      assert.equal(unknown.length === 0, typeof expected !== 'string');
    });
  }

  it('comes from the variable with the Env ID in a converted document', async () => {
    const all = clear();
    const source = `@env = env-a\nDELETE ${server.origin}/hserve/v2.2/table/t/record/1/\nX-Hydrogen-Env-ID: {{env}}\n`;
    assert.deepEqual(await send(convertDocument(source, context(all, production)).text, all, production), staging);
  });

  it('is refused for a converted Env ID that is only known when sending and means another environment', async () => {
    const all = clear();
    const source = `DELETE ${server.origin}/hserve/v2.2/table/t/record/1/\nX-Hydrogen-Env-ID: {{$prompt env}}\n`;
    const { text } = convertDocument(source, context(all, production));
    const document = parseDocument(text);
    const target = { ...anyTarget, ...(all[0] as App), envId: undefined };
    const context2 = { ...contextFor(text, { target, prompt: async () => 'env-a' }), document };
    const { error } = await executeRequest(document.requests[0] ?? assert.fail(), context2);
    assert.equal((error as RequestError).code, 'ownHeader');
    assert.equal(server.received.length, 0);
  });
});
