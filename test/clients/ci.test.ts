import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { access, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import { root } from '../host/launcher/root';
import { startSandbox, type Sandbox } from '../../src/sandbox/sandbox';
import { ended, type Ran } from '../unit/cli/program';
import { startRegistry } from './registry';

const archive = 'hydrogen-baas-0.1.0.tgz';

describe('docs/ci.md', () => {
  let page = '';
  let folder = '';
  let sandbox: Sandbox;
  let registry: Awaited<ReturnType<typeof startRegistry>>;

  const sh = (line: string, cwd: string, env: Record<string, string> = {}): Promise<Ran> => {
    // npm uses only this cache and the test's registry; the environment of the tests may set others.
    const usual = { PATH: process.env.PATH, npm_config_cache: path.join(folder, 'cache'), npm_config_audit: 'false' };
    return ended(spawn('sh', ['-c', line], { cwd, env: { ...usual, ...env }, stdio: ['ignore', 'pipe', 'pipe'] }));
  };
  const blocks = (language: string): string[] =>
    [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, text = '']) => (name === language ? [text] : []));
  const project = () => path.join(folder, 'project');

  before(async () => {
    page = await readFile(path.join(root, 'docs', 'ci.md'), 'utf8');
    folder = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-ci-'));
    sandbox = await startSandbox();
    await mkdir(path.join(project(), 'tools'), { recursive: true });
    await mkdir(path.join(project(), 'tests'));
    // The first command of the page, once for all tests. The build already exists.
    const [pack = assert.fail()] = blocks('sh');
    assert.equal(pack.trim(), 'npm pack');
    const packed = { npm_config_ignore_scripts: 'true', npm_config_pack_destination: path.join(project(), 'tools') };
    const { code, errors } = await sh(pack, root, packed);
    assert.equal(code, 0, errors);
    registry = await startRegistry(path.join(project(), 'tools', archive));
  });
  after(async () => {
    await registry.close();
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('contains only commands that run, in the order of the page, with a local registry and network', async () => {
    const [request = assert.fail()] = blocks('http');
    await writeFile(path.join(project(), 'tests', 'time.hydrogen.http'), request);
    const [text = assert.fail()] = blocks('json');
    const settings = JSON.parse(text) as { application: { environments: { envId: string }[] } };
    const [shop = assert.fail()] = sandbox.applications;
    const { clientId, serverDomain, authUrl, environments } = shop;
    Object.assign(settings.application, { clientId, serverDomain, authUrl, environments });
    await writeFile(path.join(project(), 'hydrogen.json'), JSON.stringify(settings));

    const workflows = blocks('yaml').flatMap(block => [...block.matchAll(/^ *- (?:run: )?(np[mx] .*)$/gm)]);
    const shell = blocks('sh').slice(1).join('').trim().split('\n');
    const lines = [...new Set([...shell, ...workflows.map(([, line = '']) => line)])];
    assert.ok(lines.length >= 10 && workflows.length === 5, lines.join('\n'));
    const secrets = { HYDROGEN_CLIENT_SECRET: shop.clientSecret, CLIENT_SECRET: shop.clientSecret, PASSWORD: 'p' };
    const trust = { HYDROGEN_ALLOW_HOSTS: new URL(serverDomain).host, XDG_STATE_HOME: path.join(folder, 'state') };
    for (const line of lines) {
      const { code, out, errors } = await sh(line, project(), { ...registry.env, ...secrets, ...trust });
      assert.equal(code, 0, `${line}\n${out}${errors}`);
      if (line.includes('hydrogen check') && !line.includes('>')) assert.match(out, /1 passed; 2 of 2 checks passed/);
    }
    for (const name of ['sandbox.xml', 'staging.xml', 'report.xml', 'report.tap', 'report.json'])
      await access(path.join(project(), name));
    assert.ok(sandbox.requests.length >= 3, 'Staging was asked');
  });

  it('describes a run in an empty folder with one file and no network, and its errors', async () => {
    const empty = path.join(folder, 'empty');
    await mkdir(empty);
    const [request = assert.fail()] = blocks('http');
    await copyFile(path.join(root, 'dist', 'cli.cjs'), path.join(folder, 'cli.cjs'));
    await writeFile(path.join(empty, 'a.hydrogen.http'), request);
    const offline = { NODE_OPTIONS: `--import=${new URL('../unit/cli/offline.mjs', import.meta.url).href}` };
    const green = await sh(`"${process.execPath}" ../cli.cjs check --sandbox`, empty, offline);
    assert.deepEqual([green.code, green.errors], [0, ''], green.out);
    assert.match(green.out, /1 passed; 2 of 2 checks passed/);
    for (const host of ['elsewhere.example.com', '192.0.2.1']) {
      await writeFile(path.join(empty, 'a.hydrogen.http'), `GET https://${host}/`);
      const red = await sh(`"${process.execPath}" ../cli.cjs check --sandbox`, empty, offline);
      assert.deepEqual([red.code, red.errors], [3, `no network for ${host}\n`], red.out);
    }
  });

  it('names the existing variables, options and codes', async () => {
    const help = ['', 'functions '].map(command => sh(`"${process.execPath}" dist/cli.cjs ${command}--help`, root));
    const usage = (await Promise.all(help)).map(({ out }) => out).join('');
    for (const [, option = ''] of page.matchAll(/(?<![\w-])(--[a-z][a-z-]+)/g)) {
      if (!['--no-save', '--no'].includes(option)) assert.ok(usage.includes(option), option);
    }
    for (const [, name = ''] of page.matchAll(/\b(HYDROGEN_\w+)/g)) assert.ok(usage.includes(name), name);
    const codes = [...page.matchAll(/^- (\d+): /gm)].map(([, code]) => Number(code));
    assert.deepEqual(codes, [0, 1, 2, 3, 4, 130]);
  });
});
