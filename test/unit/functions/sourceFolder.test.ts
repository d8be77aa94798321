import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach, describe, it } from 'mocha';
import { folderLock } from '../../../src/auth/lock';
import { FunctionError } from '../../../src/functions/functionError';
import { lockFile, readBases, writeBase } from '../../../src/functions/lockFile';
import {
  buildTask,
  functionFile,
  areOnOtherMachine,
  bindDefaultFolder,
  functionNameOf,
  isInside,
  isSafeName,
  onlyFolder,
  readCode,
  readSourceFolder,
  sourceFolderOf,
  writeCode,
  type SourceFolder,
} from '../../../src/functions/sourceFolder';
import { inFolder, useFolder } from '../folder';

const [one, two] = ['1'.repeat(64), '2'.repeat(64)];
const fails = (code: string) => (error: unknown) => error instanceof FunctionError && error.code === code;

describe('the bound folder of a workspace', () => {
  const bound = (name: string, folder: string) => [name, { root: `/${name}`, folder, build: undefined }] as const;

  it('is the only functions folder; two functions folders are an error', () => {
    assert.equal(onlyFolder([]), undefined);
    assert.equal(onlyFolder([bound('shop', 'functions')])?.root, '/shop');
    assert.throws(
      () => onlyFolder([bound('shop', 'functions'), bound('copy', 'code')]),
      (error: unknown) =>
        error instanceof FunctionError && error.code === 'boundTwice' && error.detail === 'shop/functions, copy/code',
    );
  });

  it('is elsewhere in a remote window whose extension runs on this machine', () => {
    assert.ok(areOnOtherMachine(['vscode-remote'], 'ssh-remote'));
    for (const [schemes, remote] of [
      [['file'], 'ssh-remote'], // the extension runs there, too
      [['file'], undefined],
      [['vscode-vfs'], undefined],
      [[], 'ssh-remote'],
    ] as const) {
      assert.ok(!areOnOtherMachine(schemes, remote), `${schemes.join()} ${remote}`);
    }
  });
});

describe('the build task of a functions folder', () => {
  const of = (root: string) => ({ name: 'build', scope: { uri: { fsPath: root } } });
  const [shop, blog, workspace, test] = [of('/shop'), of('/blog'), { name: 'build', scope: 2 }, { name: 'test' }];
  const source = { root: '/shop', folder: 'functions', build: 'build' };

  it('is the one of its workspace folder, or one of no folder, but not of another folder', () => {
    assert.equal(buildTask(source, [test, blog, workspace, shop]), shop);
    assert.equal(buildTask(source, [blog, workspace]), workspace);
    assert.equal(buildTask(source, [blog, { name: 'build', scope: undefined }])?.scope, undefined);
    assert.equal(buildTask(source, [test, blog]), undefined);
  });
});

describe('the folder of functions', () => {
  const here = useFolder();
  let source: SourceFolder;
  const write = async (name: string, content: string | Uint8Array) => {
    await mkdir(path.dirname(here(name)), { recursive: true });
    await writeFile(here(name), content);
  };

  beforeEach(() => {
    source = { root: here(), folder: 'cloud/functions', build: undefined };
  });

  it('is bound by hydrogen.json, and only below it', async () => {
    assert.equal(await readSourceFolder(here()), undefined);
    await write('hydrogen.json', '{"functions": {"folder": "./cloud\\\\functions/", "build": "bundle"}}');
    assert.deepEqual(await readSourceFolder(here()), { ...source, build: 'bundle' });
    assert.equal(sourceFolderOf(here(), '\ufeff{"application": {}}'), undefined);
    for (const folder of ['..', 'a/../../b', '/etc', 'C:\\x', '.', '']) {
      assert.throws(
        () => sourceFolderOf(here(), JSON.stringify({ functions: { folder } })),
        fails('badSetting'),
        folder,
      );
    }
    assert.throws(() => sourceFolderOf(here(), '{'), fails('notJson'));
  });

  it('is added to a hydrogen.json with a byte order mark, whose other settings stay', async () => {
    await write('hydrogen.json', '\ufeff{"other": 1, "application": {"name": "Shop"}}');
    assert.deepEqual(await bindDefaultFolder(here(), { name: 'New' }), {
      root: here(),
      folder: 'functions',
      build: undefined,
    });
    const settings = { other: 1, application: { name: 'Shop' }, functions: { folder: 'functions' } };
    assert.deepEqual(JSON.parse(await readFile(here('hydrogen.json'), 'utf8')), settings);
    await rm(here('hydrogen.json'));
    await bindDefaultFolder(here(), { name: 'New' });
    assert.match(await readFile(here('hydrogen.json'), 'utf8'), /"name": "New"/);
    await write('hydrogen.json', '{');
    await assert.rejects(bindDefaultFolder(here(), {}), fails('notJson'));
    await write('hydrogen.json', '[1]');
    await assert.rejects(bindDefaultFolder(here(), {}), fails('badSetting'));
    assert.equal(await readFile(here('hydrogen.json'), 'utf8'), '[1]');
  });

  it('has one folder for each function, with a name that is safe on every system', () => {
    const file = functionFile(source, '测试');
    assert.equal(file, here('cloud', 'functions', '测试', 'index.js'));
    assert.equal(functionNameOf(source, file), '测试');
    assert.equal(functionNameOf(source, here('cloud', 'functions', 'a', 'lib', 'index.js')), undefined);
    assert.equal(functionNameOf(source, here('index.js')), undefined);
    const unsafe = [
      '',
      '.',
      '..',
      'a/b',
      'a\\b',
      'nul',
      'CON.x',
      'a.',
      'a ',
      'a\u202eb',
      'a\nb',
      '.git',
      'x'.repeat(101),
    ];
    assert.deepEqual(unsafe.filter(isSafeName), []);
    assert.throws(() => functionFile(source, '../x'), fails('unsafeName'));
  });

  it('gives the exact code, but not through a link that leads out', async () => {
    const code = '\ufeffexports.main = 1;\r\n\n';
    await write('cloud/functions/f/index.js', code);
    assert.equal(await readCode(source, 'f'), code);
    assert.equal(await readCode(source, 'missing'), undefined);
    await write('cloud/functions/binary/index.js', Buffer.from([0xff, 0xfe]));
    await assert.rejects(readCode(source, 'binary'), fails('notText'));
    await symlink(tmpdir(), here('cloud', 'functions', 'link'));
    await assert.rejects(readCode(source, 'link'), fails('outside'));
  });

  it('can be below the root of the file system', async () => {
    await write('cloud/functions/f/index.js', 'exports.main = 1;');
    const root = path.parse(here()).root;
    const below = { ...source, root, folder: path.relative(root, here('cloud', 'functions')) };
    assert.equal(await readCode(below, 'f'), 'exports.main = 1;');
    assert.ok(await isInside(root, functionFile(below, 'f')));
  });

  it('is written beside links that lead out, and never through them', () =>
    inFolder(async outside => {
      const victim = path.join(outside, 'victim');
      await writeFile(victim, 'untouched');
      await mkdir(here('cloud', 'functions', 'f'), { recursive: true });
      const at = (name: string) => here('cloud', 'functions', name);
      await symlink(victim, at('f/index.js.part'));
      await symlink(victim, at(`${lockFile}.part`));
      const place = { clientId: 'c', envId: undefined };
      await writeCode(source, 'f', 'exports.main = 1;');
      await writeBase(source, place, 'f', one);
      assert.equal(await readCode(source, 'f'), 'exports.main = 1;');
      assert.equal((await readBases(source, place)).get('f'), one);
      await symlink(outside, at(`${lockFile}.lock`));
      await assert.rejects(writeBase(source, place, 'f', two), fails('outside'));
      assert.equal(await readFile(victim, 'utf8'), 'untouched');
    }));

  it('reports a base that another process is writing', async () => {
    const file = here('cloud', 'functions', lockFile);
    const place = { clientId: 'c', envId: undefined };
    await folderLock(`${file}.lock`)(() => assert.rejects(writeBase(source, place, 'f', one, 0), fails('inUse')));
    await writeBase(source, place, 'f', one, 0);
  });

  it('keeps every base that is written at the same time', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `f${index}`);
    const place = { clientId: 'c', envId: undefined };
    await Promise.all(names.map(name => writeBase(source, place, name, 'a'.repeat(64))));
    assert.deepEqual([...(await readBases(source, place)).keys()].sort(), names.sort());
  });

  it('keeps the bases of functions that are named like properties of every object', async () => {
    const names = ['__proto__', 'constructor', 'prototype'];
    const place = { clientId: 'c', envId: 'names' };
    for (const name of names) await writeBase(source, place, name, one);
    assert.deepEqual([...(await readBases(source, place)).keys()], names);
  });

  it('has a lock file with the bases of each environment, in a stable order', async () => {
    const [production, staging] = [undefined, 'e1'].map(envId => ({ clientId: 'c', envId }));
    assert.ok(production && staging);
    await mkdir(here('cloud', 'functions'), { recursive: true });
    await writeBase(source, staging, 'b', one);
    await writeBase(source, production, 'z', one);
    await writeBase(source, production, 'a', two);
    assert.deepEqual(
      [...(await readBases(source, production))],
      [
        ['a', two],
        ['z', one],
      ],
    );
    assert.deepEqual([...(await readBases(source, staging))], [['b', one]]);
    const text = await readFile(here('cloud', 'functions', lockFile), 'utf8');
    assert.ok(text.indexOf('"a"') < text.indexOf('"z"') && text.endsWith('}\n'));
    await write(`cloud/functions/${lockFile}`, `<<<<<<< ours\n${text}`);
    await assert.rejects(readBases(source, production), fails('notJson'));
    await assert.rejects(writeBase(source, production, 'a', one), fails('notJson'));
  });
});
