import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { copyFile, cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, it } from 'mocha';
import { useFolder } from '../folder';

const root = fileURLToPath(new URL('../../../../', import.meta.url));

interface Outcome {
  code: number;
  output: string;
}

function node(args: string[]): Promise<Outcome> {
  return new Promise(resolve => {
    execFile(process.execPath, args, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr });
    });
  });
}

// Reports which global dispatcher slots the bundle fills. Node, VS Code and all extensions share these slots. Node's own
// classes fill a slot when they are first used, so the probe removes them.
const probe = `
  for (const name of ['fetch', 'Headers', 'Request', 'Response', 'FormData', 'WebSocket', 'EventSource']) {
    Object.defineProperty(globalThis, name, { value: undefined, writable: true });
  }
  const slots = () => ['undici.globalDispatcher.1', 'undici.globalDispatcher.2'].filter(name => globalThis[Symbol.for(name)]);
  const { createHttpClient } = await import(process.argv[1]);
  const loaded = slots();
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => response.writeHead(302, { location: '/x' }).end());
  server.listen(0, '127.0.0.1', async () => {
    const client = createHttpClient({ strictSSL: true, systemCertificates: true });
    const url = 'http://127.0.0.1:' + server.address().port;
    const signal = AbortSignal.timeout(20_000);
    const response = await client.fetch(url, { method: 'GET', headers: {}, body: null, redirect: 'manual', signal });
    for await (const part of response.body);
    await client.close();
    server.close();
    console.log(JSON.stringify({ loaded, used: slots(), status: response.status, foreign: globalThis.fetch !== undefined }));
  });
`;

/** Returns the arguments for a Node process that runs a probe on a build. */
function probing(script: string, built: string): string[] {
  const chunk = pathToFileURL(path.join(built, 'dist/http.js'));
  return ['--input-type=module', '-e', script, chunk.href];
}

describe('the bundle of the HTTP client', function () {
  // The tests start Node and esbuild.
  const here = useFolder();

  const otherParts = [
    'src/extension.ts',
    'src/ui/window.ts',
    'src/ui/requests/register.ts',
    'src/ui/checks/register.ts',
    'src/requests/checks/documentedAt.ts',
    'src/ui/requests/responses/responseWorker.ts',
    'src/sandbox/sandbox.ts',
    'src/sandbox/functions/runtime/functionProgram.ts',
    'src/ui/sandbox/world/worldCommands.ts',
    'src/world/worldFolder.ts',
    'src/ui/connection/diagnoseCommand.ts',
    'src/sandbox/cli.ts',
    'src/ui/documents/preview/sanitizedHtml.ts',
    'src/ui/records/language/recordLanguage.ts',
    'src/ui/records/grid/gridEditor.ts',
    'src/ui/records/transfer/transfer.ts',
    'src/ui/records/grid/webview/main.ts',
    'src/ui/records/grid/webview/grid.css',
    'src/ui/records/grid/webview/importPreview.ts',
    'src/ui/records/grid/webview/importPreview.css',
    'src/cli/main.ts',
  ];

  /** Runs a copy of the build in which all other entry points are empty, with this source of the HTTP client. */
  async function build(httpClient: string | undefined, change = (script: string) => script): Promise<Outcome> {
    await copyFile(path.join(root, 'esbuild.mjs'), here('esbuild.mjs'));
    const plugins = change(await readFile(path.join(root, 'esbuild.plugins.mjs'), 'utf8'));
    await writeFile(here('esbuild.plugins.mjs'), plugins);
    await symlink(path.join(root, 'node_modules'), here('node_modules'), 'junction');
    if (httpClient === undefined) await cp(path.join(root, 'src/api'), here('src/api'), { recursive: true });
    else await mkdir(here('src/api/http'), { recursive: true });
    if (httpClient !== undefined) await writeFile(here('src/api/http/httpClient.ts'), httpClient);
    await writeFile(here('package.json'), '{"type":"module"}');
    for (const name of otherParts) {
      await mkdir(path.dirname(here(name)), { recursive: true });
      await writeFile(here(name), name.endsWith('.ts') ? 'export {};' : '');
    }
    return node([here('esbuild.mjs')]);
  }

  const untouched = { loaded: [], used: [], status: 302, foreign: false };

  it('registers no dispatcher for the whole process, neither loaded nor used', async () => {
    assert.deepEqual(await build(undefined), { code: 0, output: '' });
    const { output } = await node(probing(probe, here()));
    assert.deepEqual(JSON.parse(output), untouched);
  });

  it('registers no dispatcher in the build of the repository', async () => {
    const { output } = await node(probing(probe, root));
    assert.deepEqual(JSON.parse(output), untouched);
  });

  it('keeps cookies of a parent domain for its hosts only, without the list of public suffixes', async () => {
    const jar = `
      const { CookieJar } = await import(process.argv[1]);
      const jar = new CookieJar(undefined, { rejectPublicSuffixes: false });
      await jar.setCookie('parent=1; Domain=example.com', 'https://api.example.com/');
      await jar.setCookie('own=1', 'https://api.example.com/');
      await jar.setCookie('foreign=1; Domain=example.org', 'https://api.example.com/', { ignoreError: true });
      const hosts = ['api.example.com', 'www.example.com', 'example.com', 'example.org', 'notexample.com'];
      const kept = await Promise.all(hosts.map(host => jar.getCookieString('https://' + host + '/')));
      console.log(JSON.stringify(kept));
    `;
    const { output } = await node(probing(jar, root));
    assert.deepEqual(JSON.parse(output), ['parent=1; own=1', 'parent=1', 'parent=1', '', '']);
    const sources = await readFile(path.join(root, 'dist/http.js'), 'utf8');
    assert.doesNotMatch(sources, /blogspot/);
  });

  it('asks a proxy for a tunnel', async () => {
    const tunnel = `
      const { createHttpClient } = await import(process.argv[1]);
      const { createServer } = await import('node:http');
      const asked = [];
      const proxy = createServer().on('connect', ({ url }, socket) => {
        asked.push(url);
        socket.end('HTTP/1.1 403 Forbidden\\r\\n\\r\\n');
      });
      proxy.listen(0, '127.0.0.1', async () => {
        const address = 'http://127.0.0.1:' + proxy.address().port;
        const client = createHttpClient({ proxy: address, strictSSL: true, systemCertificates: false });
        const signal = AbortSignal.timeout(20_000);
        const failed = await client.fetch('https://service.invalid/', { method: 'GET', headers: {}, signal }).catch(error => error);
        console.log(JSON.stringify({ asked, code: failed.code }));
        process.exit();
      });
    `;
    const { output } = await node(probing(tunnel, root));
    assert.deepEqual(JSON.parse(output), { asked: ['service.invalid:443'], code: 'ERR_PROXY_403' });
  });

  it('cannot be built when a file names the slot of the dispatcher', async () => {
    const { code, output } = await build(`globalThis[Symbol.for('undici.globalDispatcher.1')] = {};`);
    assert.notEqual(code, 0);
    assert.match(output, /http\.js registers a process-wide dispatcher/);
  });

  it('cannot be built with an unchanged undici', async () => {
    const { code, output } = await build(undefined, script => {
      const changed = script.replace(/^ {2}undici,$/m, '');
      assert.notEqual(changed, script, 'the rule to take away is not there');
      return changed;
    });
    assert.notEqual(code, 0);
    assert.match(output, /http\.js registers a process-wide dispatcher/);
  });

  it('would register one with an unchanged undici, as the probe detects', async () => {
    const built = await build(`export * from 'undici'; export const createHttpClient = () => ({});`, script =>
      script.replace(/^ {2}undici,$/m, '').replace('undici.globalDispatcher', 'no such text'),
    );
    assert.deepEqual(built, { code: 0, output: '' });
    const slots = probe.replace(/const server[^]*/, 'console.log(JSON.stringify(loaded)); process.exit();');
    const { output } = await node(probing(slots, here()));
    assert.deepEqual(JSON.parse(output), ['undici.globalDispatcher.1', 'undici.globalDispatcher.2']);
  });
});
