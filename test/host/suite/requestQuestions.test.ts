import assert from 'node:assert/strict';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import { useHttpServer } from '../../httpServer';
import { argumentOf, run, userFilesWith, writeSetting } from './fixture';
import { titlesOf, withUser, type Answers } from './person';
import {
  openRequest,
  openRequestFile,
  sendAll,
  sendRequest,
  shownResponse,
  useFolder,
  useSelectedShop,
  useServerDomain,
} from './requestDocuments';

const groups = '/hserve/v1/content/group/';
const notSent = 'Cancelled. Nothing was sent.';
const password = 'customer-password';
const login = [
  'POST /hserve/v2.1/login/email/',
  '',
  '{ "email": "customer@example.com", "password": "{{$secret password}}" }',
];

describe('the questions before a request is sent', () => {
  const service = useSelectedShop();
  const folder = useFolder();
  const received: { headers: Record<string, unknown>; body: string }[] = [];
  const origin = useHttpServer((request, response) => {
    let body = '';
    request.on('data', part => (body += String(part)));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.setHeader('content-type', 'application/json').end('{"elsewhere":true}');
    });
  });
  const open = (name: string, lines: readonly string[]) => openRequestFile(folder(), name, lines);
  const sent = () => service().sandbox.requests.length;
  const secretTitle = () => new RegExp(`^Secret “\\w+” of ${service().shop.name}$`);
  const titles = async (answers: Answers, body: () => Thenable<unknown>) => titlesOf(await withUser(answers, body));
  before(() => writeFile(path.join(folder(), 'hello.txt'), 'hello'));
  afterEach(() => received.splice(0));
  after(() => writeSetting('hydrogen.variables', undefined));

  it('are asked once for each other host, also for several requests with variables in the host', async () => {
    await writeSetting('hydrogen.variables', { '*': { step12: origin() } });
    const chain = Array.from({ length: 12 }, (_, index) => `@step${index} = {{step${index + 1}}}`);
    const requests = ['### One', 'GET {{step0}}/one', '### Two', 'GET {{step0}}/two'];
    const document = await open('elsewhere', [...chain, ...requests]);
    const question = `Send this to ${origin()}?`;
    const declined = await withUser([], () => sendRequest(document));
    assert.deepEqual(titlesOf(declined), [question, notSent]);
    const { name } = service().shop;
    assert.ok(declined[0]?.detail.startsWith(`This is not a host of ${name}. It gets no credentials.`));
    assert.match(declined[0]?.detail ?? '', /\nGET http\S+\/one$/);
    assert.equal(received.length, 0);
    const said = 'All 2 requests got a response.';
    assert.deepEqual(await titles([[/^Send this/, 'Send']], () => sendAll(document)), [question, said]);
    assert.deepEqual(await titles([], () => sendRequest(document)), []);
    assert.equal(received.length, 3);
  });

  it('name the files and the parts of earlier responses that are sent', async () => {
    const document = await open('taking', [
      ...['### Groups', '# @name groups', `GET ${groups}?limit=1`],
      ...['### Away', `POST ${origin()}/away`, 'X-Status: {{groups.response.status}}', '', '< ./hello.txt'],
    ]);
    const agrees = () => withUser([[/^Send this/, 'Send']], () => sendAll(document));
    const [asked] = await agrees();
    assert.match(
      asked?.detail ?? '',
      /POST http\S+\/away\s*File: \.\/hello\.txt\s*From an earlier response: groups\.response\.status/,
    );
    assert.deepEqual([received[0]?.headers['x-status'], received[0]?.body], ['200', 'hello']);
    shownResponse(`# ${origin()} · another host: no credentials added`);
    const said = 'All 2 requests got a response.';
    assert.deepEqual(titlesOf(await agrees()), [said]);
    // The agreement is for the response of one environment. The response of another one can have another value.
    const { clientId, environments } = service().shop;
    await run('environment.select', { clientId, envId: environments[0]?.envId });
    assert.deepEqual(titlesOf(await agrees()), [`Send this to ${origin()}?`, said]);
    await run('application.select', { clientId });
  });

  it('are not asked about a file that cannot be read: behind a link that leads out, or without a document on disk', async () => {
    const [inside, outside] = [path.join(folder(), 'inside'), path.join(folder(), 'outside')];
    for (const made of [inside, outside]) await mkdir(made);
    await writeFile(path.join(outside, 'settings.json'), '{}');
    await writeFile(path.join(inside, 'there.txt'), '{ "username": "ada", "password": "x" }');
    await symlink(outside, path.join(inside, 'private'));
    await symlink('there.txt', path.join(inside, 'link.txt'));
    const body = (file: string) => ['POST /hserve/v2.1/login/username/', '', `< ./${file}`];
    const before = sent();
    const linked = await openRequestFile(inside, 'linked', body('private/settings.json'));
    assert.deepEqual(await titles([], () => sendRequest(linked)), [
      'private is a link that leads out of the workspace folder. ./private/settings.json was not read.',
    ]);
    const unsaved = await openRequest([`POST ${origin()}/file`, '', '< ./hello.txt']);
    assert.deepEqual(await titles([], () => sendRequest(unsaved)), [
      'Save the document first: ./hello.txt is relative to it.',
    ]);
    const values = await openRequest([`GET ${groups}`, 'X-File: {{$dotenv NAME}}']);
    assert.deepEqual((await titles([[/values from this machine/, 'Allow']], () => sendRequest(values))).slice(1), [
      'Save the document first: .env is relative to it.',
    ]);
    assert.equal(sent(), before);
    await withUser([], async () => sendRequest(await openRequestFile(inside, 'fine', body('link.txt'))));
    assert.equal(sent(), before + 1);
  });

  it('are asked once per document that uses a stored secret, and again when the server domain has changed', async () => {
    const [first, second] = [await open('login', login), await open('again', ['### Again', ...login])];
    const before = sent();
    const [typed] = await withUser([[secretTitle(), password]], () => sendRequest(first));
    assert.match(typed?.detail ?? '', /^It is kept in the secret storage/);
    const [question] = await withUser([], () => sendRequest(second));
    assert.equal(question?.title, `Use the secret “password” of ${service().shop.name} in this document?`);
    assert.match(question?.detail ?? '', /^This is the first time \S*again\.hydrogen\.http uses it\./);
    assert.ok(!question.detail.includes(password));
    assert.equal(sent(), before + 1);
    await withUser([[/^Use the secret/, 'Use Secret']], () => sendRequest(second));
    for (const document of [first, second]) {
      assert.deepEqual(await titles([], () => sendRequest(document)), ['The response holds a user session.']);
    }
    assert.equal(sent(), before + 4);
    await useServerDomain(origin());
    const asked = await titles([], () => sendRequest(first));
    assert.match(asked[0] ?? '', secretTitle());
    assert.deepEqual([asked.slice(1), received.length], [[notSent], 0]);
    await useServerDomain(service().shop.serverDomain);
  });

  it('store no secret for an application that was removed or got another server domain during the question', async () => {
    const { shop } = service();
    const remove = () => run('application.remove', { clientId: shop.clientId, confirmed: true });
    const readd = async () => {
      await run('application.add', argumentOf(shop));
      await run('application.select', { clientId: shop.clientId });
    };
    const document = await open('removed', [`GET ${groups}?limit=1`, 'X-Own: {{$secret removed}}']);
    const sendDuring = async (change: () => Thenable<unknown>) => {
      const typed = async () => {
        await change();
        return 'a-secret-of-nobody';
      };
      return titles([[secretTitle(), typed]], () => sendRequest(document));
    };
    const before = sent();
    assert.match((await sendDuring(remove)).join('\n'), / no longer exists\.$/);
    await readd();
    assert.match(
      (await sendDuring(() => useServerDomain(origin()))).join('\n'),
      /has another server domain now\. The secret was not stored\./,
    );
    await useServerDomain(shop.serverDomain);
    const [left] = await withUser([], () => run('request.secrets'));
    assert.ok(left?.choices.includes('removed') !== true, left?.title);
    const requests = service()
      .sandbox.requests.slice(before)
      .filter(({ headers }) => headers['x-own'] !== undefined);
    assert.deepEqual([requests.length, received.length], [0, 0]);
  });

  it('name each host that a stored secret can be sent to once', async () => {
    const { serverDomain, authUrl } = service().shop;
    assert.equal(serverDomain, authUrl);
    const hosts = async (name: string) => {
      const typing = await open(`${name}-typed`, [`### ${name}`, ...login]);
      await withUser(
        [
          [secretTitle(), password],
          [/^Use the secret/, 'Use Secret'],
        ],
        () => sendRequest(typing),
      );
      const [question] = await withUser([], async () => sendRequest(await open(`${name}-again`, login)));
      return (question?.detail ?? '').replace(/^.* uses it\. /, '');
    };
    assert.equal(await hosts('one'), `It is only sent to ${authUrl}.`);
    await useServerDomain(origin());
    assert.equal(await hosts('two'), `It is only sent to ${origin()} or ${authUrl}.`);
    await useServerDomain(serverDomain);
  });

  it('ask once for a value that is used twice, and send nothing when they are cancelled', async () => {
    const document = await open('asking', [`GET ${groups}?limit={{$prompt How many?}}&offset={{$prompt How many?}}`]);
    const before = sent();
    assert.deepEqual(await titles([], () => sendRequest(document)), ['A value for the request', notSent]);
    assert.equal(sent(), before);
    const [asked, ...others] = await withUser([[/^A value/, '3']], () => sendRequest(document));
    assert.deepEqual([asked?.detail, others], ['How many?', []]);
    shownResponse(`# GET ${groups}?limit=3&offset=3`);
    assert.equal(sent(), before + 1);
  });

  it('mask a secret, which is in no response, log or file, and can be replaced and forgotten by its name', async () => {
    const nickname = 'a-nickname-nobody-may-see';
    const document = await open('profile', [
      ...['# @name me', 'POST /hserve/v2.1/login/email/', ''],
      ...[`{ "email": "customer@example.com", "password": "${password}" }`, ''],
      ...['### Name', 'PUT /hserve/v2.1/user/info/', 'Authorization: Hydrogen-r1 {{me.response.body.token}}', ''],
      '{ "nickname": "{{$secret nickname}}" }',
    ]);
    const answers: Answers = [
      [secretTitle(), nickname],
      [/^Send this to/, 'Send'],
    ];
    const asked = await withUser(answers, () => sendAll(document));
    assert.match(asked.find(({ kind }) => kind === 'modal')?.detail ?? '', /"nickname": "•••"/);
    assert.equal(asked.at(-1)?.title, 'All 2 requests got a response.');
    shownResponse('"nickname": "•••"');
    assert.deepEqual(await userFilesWith(new RegExp(nickname)), []);
    const list = `Secrets of request documents of ${service().shop.name}`;
    const choose = (action: string): Answers => [
      [new RegExp(list), 'nickname'],
      [/^nickname$/, action],
      [secretTitle(), `${nickname}-2`],
    ];
    const replaced = await titles(choose('Replace…'), () => run('request.secrets'));
    assert.equal(replaced.at(-1), 'The secret “nickname” was replaced');
    const [offered] = await withUser(choose('Forget'), () => run('request.secrets'));
    assert.ok(offered?.choices.includes('nickname'));
    const [left] = await withUser([], () => run('request.secrets'));
    assert.ok(left?.choices.includes('nickname') !== true, left?.title);
  });

  it('show each value of the machine that they allow', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `ONE_OF_MANY_NAMES_OF_VALUES_${at}_`);
    await writeFile(path.join(folder(), '.env'), names.map(name => `${name}=1`).join('\n'));
    const document = await open('many', [
      `GET ${groups}?limit=1`,
      ...names.map((name, at) => `X-${at}: {{$dotenv ${name}}}`),
    ]);
    const asked = await withUser([[/^Let many/, 'Allow']], () => sendRequest(document));
    const shown = asked.map(({ detail }) => detail).join('\n');
    assert.deepEqual(
      names.filter(name => !shown.includes(name)),
      [],
    );
  });

  it('allow values of the machine once per document; they are in no response, log or file', async () => {
    process.env['HYDROGEN_TEST_VALUE'] = 'value-of-the-process';
    const env = ['# values', 'export FROM_FILE="value of the file" # quoted', 'OTHER=1'];
    await writeFile(path.join(folder(), '.env'), env.join('\n'));
    const document = await open('both', [
      ...[`GET ${groups}?limit=1`, 'X-File: {{$dotenv FROM_FILE}}'],
      'X-Own: {{$processEnv HYDROGEN_TEST_VALUE}}',
    ]);
    const { requests } = service().sandbox;
    const { length } = requests;
    const declined = await withUser([], () => sendRequest(document));
    assert.deepEqual(titlesOf(declined), ['Let both.hydrogen.http use values from this machine?', notSent]);
    assert.match(declined[0]?.detail ?? '', /\$dotenv FROM_FILE, \$processEnv HYDROGEN_TEST_VALUE/);
    assert.equal(requests.length, length);
    await withUser([[/^Let both/, 'Allow']], () => sendRequest(document));
    assert.deepEqual(await titles([], () => sendRequest(document)), []);
    const { serverDomain } = service().shop;
    await useServerDomain(origin());
    const [asked] = await withUser([], () => sendRequest(document));
    assert.equal(asked?.title, titlesOf(declined)[0]);
    assert.ok(asked?.detail.includes(`(${origin()}, `), asked?.detail);
    await useServerDomain(serverDomain);
    const received = requests.slice(length).map(({ headers }) => [headers['x-file'], headers['x-own']]);
    assert.deepEqual(received, Array(2).fill(['value of the file', 'value-of-the-process']));
    const values = /value of the file|value-of-the-process/;
    assert.doesNotMatch(shownResponse('HTTP 200').getText(), values);
    assert.deepEqual(await userFilesWith(values), []);
    const shown = await open('public', [`GET ${groups}?limit={{$dotenv OTHER public}}`]);
    const [question] = await withUser([], () => sendRequest(shown));
    assert.match(question?.detail ?? '', /masked like secrets, except those marked public/);
    const missing = await open('missing', [`GET ${groups}?limit=2`, 'X-File: {{$dotenv NOTHING}}']);
    const said = await titles([[/^Let missing/, 'Allow']], () => sendRequest(missing));
    assert.equal(said.at(-1), 'The file .env has no NOTHING. Add it there.');
    delete process.env['HYDROGEN_TEST_VALUE'];
  });
});
