import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { worldPassword } from '../../src/sandbox/seed/worldSeed';
import { readWorld } from '../../src/world/world';
import { useProgram } from '../unit/cli/program';
import { mincloud } from './mincloud';
import { sdkReads, toolReads } from './readingCalls';
import { openSdkPage, type Json, type List, type SdkPage } from './sdkPage';

const masked = ['phone', 'contact_name'];
const readerCode = `exports.main = async ({ data }) => {
  const products = await new BaaS.TableObject('product').orderBy('sku').limit(data.limit || 1).find();
  console.log(products.data.objects.length);
  return products.data.objects.map(({ sku, price }) => [sku, price]);
};
`;
const contactTable = {
  name: 'contact',
  schema: { fields: [...masked, 'city'].map(name => ({ name, type: 'string' })) },
  row_read_perm: ['user:anonymous'],
  row_write_perm: ['user:{created_by}'],
  write_perm: ['user:*'],
};
const contacts = [
  { phone: '13812345678', contact_name: '李雷', city: '广州' },
  { phone: '13912345678', contact_name: 'Han Meimei', city: '北京' },
  { phone: '13812345679', contact_name: '李雷', city: '广州' },
];

describe("the service's own clients, with a sandbox and with one that started from its world file", () => {
  const hydrogen = useProgram('world');
  const homes: string[] = [];
  let source: SdkPage;
  let copy: SdkPage;

  before(async function () {
    this.timeout(600_000);
    source = await openSdkPage();
    await fill(source, homes);
    const { clientId, clientSecret, authUrl, serverDomain, environments } = source.shop;
    await hydrogen.settings({ clientId, authUrl, serverDomain, environments });
    const selection = ['--records', '1000', '--contents', '100', '--rate', '4000', '--output', 'world.json'];
    const { code, errors } = await hydrogen.run(
      ['pull', '--env', 'Production', '--allow-production', '--yes', ...selection],
      { HYDROGEN_CLIENT_SECRET: clientSecret },
    );
    assert.equal(code, 0, errors);
    copy = await openSdkPage({ worlds: [readWorld(await hydrogen.read('world.json'))] });
    homes.push(await login(copy));
    const [{ created_by: writer } = {}] = await contactsIn(copy);
    const account = { email: `user-${String(writer)}@example.com`, password: worldPassword };
    await copy.run('await BaaS.auth.login(argument)', account);
  });

  after(async () => {
    await Promise.all([source?.close(), copy?.close()]);
    for (const home of homes) await rm(home, { recursive: true, force: true });
  });

  it('make at least 60 calls', () => assert(sdkReads.length + toolReads.length >= 60));

  for (const call of sdkReads) {
    it(`get the same from ${call}`, async () => {
      const [expected, actual] = await Promise.all([source, copy].map(page => sdkResponse(page, call)));
      assert(!isEmpty(expected), JSON.stringify(expected));
      assert.deepEqual(actual, expected);
    });
  }

  for (const args of toolReads) {
    it(`get the same from mincloud ${args.join(' ')}`, async () => {
      const [expected, actual] = await Promise.all(
        [source, copy].map((page, at) => toolResponse(page, homes[at], args)),
      );
      assert.deepEqual(actual, expected);
    });
  }

  it('see no value of a masked column', async () => {
    const text = JSON.stringify(await contactsIn(copy));
    assert(contacts.every(({ phone, contact_name: name }) => !text.includes(phone) && !text.includes(name)));
  });
});

/**
 * Adds data that the made-up shop lacks: a function that reads records, a table with personal data, a user and a file.
 */
async function fill(page: SdkPage, homes: string[]): Promise<void> {
  const home = await login(page);
  homes.push(home);
  const place = { home, sandbox: page.sandbox, application: page.shop };
  await writeFile(path.join(home, 'work', 'reader.js'), readerCode);
  await writeFile(path.join(home, 'work', 'contact.json'), JSON.stringify(contactTable));
  for (const args of [
    ['deploy', 'reader'],
    ['schema-import', 'contact'],
  ]) {
    const { code, text } = await mincloud(place, args);
    assert.equal(code, 0, text);
  }
  await page.run(
    `await BaaS.auth.register({ username: 'writer', password: 'password' });
     const fileObj = new window.File(['x'], 'x.txt', { type: 'text/plain' });
     const cover = (await new BaaS.File().upload({ fileObj })).data.file;
     const products = new BaaS.TableObject('product');
     const { id } = (await products.limit(1).find()).data.objects[0];
     await products.getWithoutData(id).set('cover', cover).update();`,
  );
  for (const contact of contacts) {
    // Lists begin with the newest record, and times have a precision of a second, so each record needs another second.
    page.sandbox.moveClock(1000);
    await page.run(`await new BaaS.TableObject('contact').create().set(argument).save()`, contact);
  }
}

async function contactsIn(page: SdkPage): Promise<Json[]> {
  return (await page.run<List>("return new BaaS.TableObject('contact').find()")).data.objects;
}

/** Logs the tool in. Returns the home folder with its login. */
async function login({ sandbox, shop: application }: SdkPage): Promise<string> {
  const home = await mkdtemp(path.join(os.tmpdir(), 'sandbox-mincloud-'));
  await mkdir(path.join(home, 'work', 'pulled'), { recursive: true });
  const place = { home, sandbox, application };
  const { code, text } = await mincloud(place, ['login', application.clientId, application.clientSecret]);
  assert.equal(code, 0, text);
  return home;
}

/** Returns the body of a response without the parts that differ between two sandboxes. */
async function sdkResponse(page: SdkPage, call: string): Promise<unknown> {
  const help = page.shop.contentGroups.find(({ name }) => name.includes('Help'))?.id;
  const response = await page.run<Json | number>(`const help = argument; return ${call}`, help ?? null);
  return comparable(typeof response === 'object' && 'data' in response ? response.data : response);
}

async function toolResponse(
  { sandbox, shop: application }: SdkPage,
  home = '',
  args: readonly string[] = [],
): Promise<unknown> {
  const { code, text } = await mincloud({ home, sandbox, application }, args);
  assert.match(text, /\S/);
  const isJson = code === 0 && args.includes('--json');
  const body = isJson ? comparable(JSON.parse(text)) : text.replaceAll(home, '').replaceAll(application.clientId, '');
  const pulled = path.join(home, 'work', 'pulled', args[1] ?? '', 'index.js');
  return { code, body, file: args[0] === 'pull' ? await readFile(pulled, 'utf8') : undefined };
}

/** Fields that differ in every copy: they contain the number of the application or measurements of a run. */
const differing = ['collection_name', 'execution_time', 'billing_time', 'mem_usage'];

/**
 * Returns a response in a form that can be compared with that of a copy, in which values are masked and files are
 * placeholders: masked texts keep only their shape, files their ID and type. Logs lose their times, and contents their
 * covers.
 */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value, (name, inner: unknown) => {
    if (differing.includes(name) || (name === 'cover' && typeof inner === 'string')) return undefined;
    if (name === 'log') return String(inner).replace(/^\S+Z /gm, '');
    if (masked.includes(name) && typeof inner === 'string') return shapeOf(inner);
    const isFile = typeof inner === 'object' && inner !== null && 'mime_type' in inner;
    return isFile ? { id: (inner as Json).id, mime_type: inner.mime_type } : inner;
  });
  return JSON.parse(text) as unknown;
}

function shapeOf(text: string): string {
  return text
    .replace(/\d/g, '0')
    .replace(/[a-z]/g, 'a')
    .replace(/[A-Z]/g, 'A')
    .replace(/\p{Lo}/gu, '字');
}

function isEmpty(value: unknown): boolean {
  const { objects } = (value ?? {}) as { objects?: unknown[] };
  return value === null || value === 0 || objects?.length === 0;
}
