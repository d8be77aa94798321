import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import {
  rejection,
  run,
  storageFolder,
  useAuthorizedShop,
  useSandbox,
  withoutAllowance,
  writeSetting,
} from './fixture';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { obtainTokens } from '../../unit/sandbox/fixture';
import { titlesOf, withPerson, withUser, type Asked } from './person';

/** The result of `sandbox.bring` for a script: the application in the sandbox. */
interface Brought {
  clientId: string;
  authUrl: string;
  requests: number;
  functionsWithKeys: string[];
}

interface SavedWorld {
  counts: Record<string, number>;
  source: object;
  records: Record<string, { id: string; text?: string; sku?: string }[]>;
}

describe('an application that is brought into the sandbox', () => {
  const service = useSandbox();
  let folder: string;
  let brought: Brought;
  const shop = useAuthorizedShop(service);
  const staging = () => ({ ...shop(), envId: service().shop.environments[0]?.envId ?? assert.fail('no Staging') });
  const all = () => ({ ...staging(), records: 20, confirmed: true });
  const file = (name: string) => path.join(folder, name);
  const save = async (name: string): Promise<SavedWorld> => {
    const { clientId, authUrl } = brought;
    await run('sandbox.saveWorld', { clientId, authUrl, uri: vscode.Uri.file(file(name)), confirmed: true });
    return JSON.parse(await readFile(file(name), 'utf8')) as SavedWorld;
  };
  /** Returns the Open API requests that follow the first `from` requests. */
  const reads = (from: number) =>
    service()
      .sandbox.requests.slice(from)
      .filter(({ path: address }) => address.startsWith('/oserve/'));

  before(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'worlds-'));
  });
  after(async () => {
    if (brought !== undefined) await run('sandbox.removeWorld', { ...brought, confirmed: true });
    await run('sandbox.stop');
    await rm(folder, { recursive: true, force: true });
  });

  it('is absent after its storage could not be written', async () => {
    const blocked = path.dirname(path.dirname(storedFile('0')));
    await writeFile(blocked, '');
    try {
      assert.match(await rejection(run('sandbox.bring', all())), /cannot be stored in .*worlds \(E\w+\)/);
    } finally {
      await rm(blocked);
    }
    assert.match(await rejection(run('sandbox.saveWorld', { clientId: '0'.repeat(20) })), /no application/);
  });

  it('has the data of its environment, read by the GET requests that are reported', async () => {
    const from = service().sandbox.requests.length;
    brought = (await run('sandbox.bring', all())) as Brought;
    const sent = reads(from);
    assert.deepEqual([...new Set(sent.map(({ method }) => method))], ['GET']);
    assert.equal(brought.requests, sent.length);
    assert.notEqual(brought.clientId, shop().clientId);
    const saved = await save('first.world.json');
    assert.deepEqual(saved.source, { application: 'Sandbox Shop', environment: 'Staging' });
    assert.equal(saved.counts['records of product'], 10);
    assert.equal(saved.counts['functions'], 1);
  });

  it('offers its own users to sign in, and not that of the made-up applications', async () => {
    const { clientId, authUrl } = brought;
    const asked = await withPerson(
      ({ kind }) => (kind === 'list' ? 'User name and password' : undefined),
      async () => void assert.match(await rejection(run('user.signIn', { clientId, authUrl })), /Cancelled/),
    );
    const [methods, name] = asked;
    assert.ok(methods !== undefined && !methods.choices.some(choice => choice.startsWith('The sandbox’s user')));
    assert.match(name?.detail ?? '', /user-ID and has the password sandbox-password/);
  });

  it('is in a private file of the storage', async () => {
    const stored = storedFile(brought.clientId);
    assert.equal((await stat(stored)).mode & 0o077, 0);
    assert.equal((await stat(path.dirname(stored))).mode & 0o077, 0);
  });

  it('is replaced after its changes were shown', async () => {
    const { shop: application } = service();
    const { id: added } = await create(application, staging().envId, 5004, { text: 'a new note' });
    const name = `A new\nproduct ${'x'.repeat(100)}`;
    const { id: named } = await create(application, staging().envId, 5001, { sku: 'new', name });
    await withoutAllowance('sandbox.bringAgain', async () => {
      const asked = await withPerson(
        ({ kind }) => (kind === 'modal' ? undefined : 'x'),
        async () => void assert.match(await rejection(run('sandbox.bring', all())), /Cancelled/),
      );
      const question = asked.find(({ title }) => title.startsWith('Replace the data of'));
      assert.match(question?.detail ?? '', /2 added, 0 changed, 0 removed/);
      const lines = question?.detail.split('\n') ?? [];
      assert.ok(lines.includes(`+ Records of note ${added}`), lines.join('\n'));
      assert.ok(lines.includes(`+ Records of product ${named} A new product ${'x'.repeat(65)}…`), lines.join('\n'));
    });
    const before = await save('before.world.json');
    assert.equal(before.counts['records of note'], 6, 'a declined question replaced the data');
    await withPerson(
      ({ choices }) => choices.find(choice => choice === 'Replace'),
      async () => void (await run('sandbox.bring', all())),
    );
    const saved = await save('again.world.json');
    assert.equal(saved.counts['records of note'], 7);
    const from = service().sandbox.requests.length;
    assert.match(await rejection(run('sandbox.bring', { ...all(), confirmed: false })), /confirmed: true/);
    assert.deepEqual(reads(from), [], 'the environment was read before the script was refused');
  });

  it('asks a user for the parts, and shows the cost, the masks and missing tables before it reads', async () => {
    const from = service().sandbox.requests.length;
    let masksShown = false;
    const answers: Asked[] = await withPerson(
      ({ title, choices }) => {
        if (choices.includes('Cloud functions')) return 'review\nRecords of review\nUser groups';
        if (choices.includes('Add product')) return 'Add product';
        if (choices.includes('Masked columns…') && !masksShown) {
          masksShown = true;
          return 'Masked columns…';
        }
        if (choices.includes('product.sku')) return 'product.sku';
        if (title.startsWith('Copy data')) return 'Copy';
        return undefined;
      },
      async () => {
        const [environment] = service().shop.environments;
        const row = { kind: 'environment', application: service().shop, environment };
        await vscode.commands.executeCommand('hydrogen.sandbox.bring', row);
      },
    );
    const reviews = answers.filter(({ choices }) => choices.includes('Bring'));
    assert.match(reviews[0]?.detail ?? '', /^\d+ requests: 1 min at 40 a minute · 0 of 3 columns will be masked$/);
    assert.match(reviews.at(-1)?.detail ?? '', /1 of 13 columns will be masked$/);
    const offered = answers.find(({ choices }) => choices.includes('product.sku'))?.choices ?? [];
    const kept = ['product.on_sale', 'product.cover', 'review.product'].filter(column => offered.includes(column));
    assert.deepEqual(kept, [], 'columns that cannot be masked were offered');
    assert(!reads(from).some(({ path: address }) => address.includes('/record/')), 'records were read');
  });

  it('keeps the masked columns of a table that a script names', async () => {
    const codes = async (tables: unknown[], name: string) => {
      await run('sandbox.bring', { ...all(), tables });
      return Object.values((await save(name)).records).flatMap(rows => rows.map(({ sku }) => sku));
    };
    const open = await codes([{ name: 'product', masked: [] }], 'open.world.json');
    const masked = await codes([{ name: 'product', masked: ['sku'] }], 'masked.world.json');
    assert.equal(open.length, 11);
    assert.notDeepEqual(masked, open);
    assert.deepEqual(await codes(['product'], 'kept.world.json'), masked);
    const kept = run('sandbox.bring', { ...all(), tables: [{ name: 'product', masked: ['on_sale'] }] });
    assert.match(await rejection(kept), /tables\.masked is not valid/);
  });

  it('continues to be read over a new connection when the network settings change', async () => {
    const lists = ['product\nRecords of product', 'Bring'];
    const choose = async () => {
      if (lists.length === 1) service().sandbox.fail({ kind: 'reset', path: '/oserve/', times: 100 });
      return lists.shift();
    };
    const changeNetwork = async () => {
      service().sandbox.clearFaults();
      if (vscode.workspace.getConfiguration('http').get('proxyStrictSSL') === false) return undefined;
      await writeSetting('http.proxyStrictSSL', false);
      return 'Continue';
    };
    const [environment] = service().shop.environments;
    const row = { kind: 'environment', application: service().shop, environment };
    try {
      const said = await withUser(
        [
          [/^Bring .* into the Sandbox/, choose],
          [/The data read so far is kept/, changeNetwork],
          [/^Replace the data/, 'Replace'],
        ],
        () => vscode.commands.executeCommand('hydrogen.sandbox.bring', row),
      );
      const failures = titlesOf(said).filter(title => title.includes('The data read so far is kept'));
      assert.equal(failures.length, 1, JSON.stringify(said));
    } finally {
      await writeSetting('http.proxyStrictSSL', undefined);
    }
  });

  it('gets a function that was left out before, when its code has no key any more', async () => {
    const bringFunctions = async (code: string) => {
      await deploy(service().shop, staging().envId, 'keyed', code);
      const [environment] = service().shop.environments;
      const row = { kind: 'environment', application: service().shop, environment };
      const lists = ['Cloud functions', 'Bring'];
      const said = await withUser(
        [
          [/^Bring .* into the Sandbox/, async () => lists.shift()],
          [/contains something like a key/, 'Leave Out'],
          [/^Replace the data/, 'Replace'],
        ],
        () => vscode.commands.executeCommand('hydrogen.sandbox.bring', row),
      );
      const isAsked = titlesOf(said).some(title => title.includes('something like a key'));
      return [isAsked, JSON.stringify(await save('functions.world.json')).includes('"name":"keyed"')];
    };
    const key = `clientSecret: '${'0a1b2c3d4e'.repeat(4)}'`;
    assert.deepEqual(await bringFunctions(`exports.main = () => ({ ${key} });`), [true, false]);
    assert.deepEqual(await bringFunctions('exports.main = () => 1;'), [false, true]);
  });

  it('gives a script the names of functions whose code has a key', async () => {
    const code = `exports.main = () => ({ clientSecret: '${'0a1b2c3d4e'.repeat(4)}' });`;
    await deploy(service().shop, staging().envId, 'keyed', code);
    const { functionsWithKeys } = (await run('sandbox.bring', all())) as Brought;
    assert.deepEqual(functionsWithKeys, ['keyed']);
  });

  it('is loaded from its file again, and broken files are named with a reason', async () => {
    const { clientId } = brought;
    await run('sandbox.removeWorld', { ...brought, confirmed: true });
    await assert.rejects(stat(storedFile(clientId)));
    const uri = (name: string) => ({ uri: vscode.Uri.file(file(name)), confirmed: true });
    const text = await readFile(file('again.world.json'), 'utf8');
    const broken: [name: string, text: string, message: RegExp][] = [
      ['none.json', '{}', /none\.json is not a world file/],
      ['newer.json', text.replace('"version": 1', '"version": 2'), /newer version/],
      ['twice.json', text.replace(/("users": \[)/, '"x": 1,\n$1a'), /is not a world file/],
      ['group.json', text.replace(/"group_id":\d+/, '"group_id":1'), /check contentCategories\[0\]\.group_id/],
    ];
    for (const [name, content, message] of broken) {
      await writeFile(file(name), content);
      assert.match(await rejection(run('sandbox.loadWorld', uri(name))), message);
    }
    // The file is as large as a file may be, and the stored world has more line breaks.
    const table = Object.keys((JSON.parse(text) as SavedWorld).records)[0] ?? assert.fail('no table');
    const [start, end] = text.split(new RegExp(`(?<="${table}": )\\[[^]*?\\n\\]`));
    const row = (id: number, size: number) => `{"id":"${id}","text":"${' '.repeat(size)}"}`;
    const rows = Array.from({ length: 99 }, (_, id) => row(id, 1_000_000)).join(',');
    const size = 100_000_000 - Buffer.byteLength(`${start}[${rows},${row(99, 0)}]${end}`);
    await writeFile(file('largest.json'), `${start}[${rows},${row(99, size)}]${end}`);
    assert.match(await rejection(run('sandbox.loadWorld', uri('largest.json'))), /would be larger than 100 MB/);
    await assert.rejects(stat(storedFile(clientId)));
    await run('sandbox.loadWorld', uri('again.world.json'));
    assert.deepEqual(await save('loaded.world.json'), JSON.parse(text));
    assert.match(await rejection(run('sandbox.bringAgain', brought)), /was not read from an environment/);
  });
});

function storedFile(clientId: string): string {
  return path.join(storageFolder, 'worlds', clientId, 'world.json');
}

/** Creates a record in a test environment of the service. */
async function create(application: SandboxApplication, envId: string, table: number, record: object) {
  const response = await send(application, envId, 'POST', `v2.4/table/${table}/record/`, record);
  return (await response.json()) as { id: string };
}

/** Creates a function in a test environment of the service, or replaces its code. */
async function deploy(application: SandboxApplication, envId: string, name: string, code: string): Promise<void> {
  const functions = 'v1.3/cloud-function/';
  const body = { name, function_code: code };
  const replaced = await send(application, envId, 'PATCH', `${functions}${name}/`, body);
  if (!replaced.ok) assert.ok((await send(application, envId, 'POST', functions, body)).ok);
}

async function send(application: SandboxApplication, envId: string, method: string, at: string, body: object) {
  const { access_token: token } = await obtainTokens(application);
  const headers = {
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/json',
    'X-Hydrogen-Env-ID': envId,
  };
  return fetch(new URL(`/oserve/${at}`, application.authUrl), { method, headers, body: JSON.stringify(body) });
}
