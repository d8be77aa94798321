import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { parseDocument } from '../../../../src/requests/document/parse';
import { entryRequest } from '../../../../src/requests/history/entryRequest';
import { historyEntry } from '../../../../src/requests/history/history';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import { encodeBody, type ResolvedRequest } from '../../../../src/requests/sending/resolvedRequest';
import { reveal } from '../../../../src/requests/document/secretText';
import { contextFor, target } from '../fixture';

interface Sent {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Returns the first request of a document as it is sent. Each question is answered with `the` and its name. */
async function sent(text: string): Promise<{ resolved: ResolvedRequest; wire: Sent; asked: string[] }> {
  const asked: string[] = [];
  const context = contextFor(text, {
    secret: async name => {
      asked.push(`secret ${name}`);
      return new Secret(`the ${name}`);
    },
    prompt: async question => {
      asked.push(`prompt ${question}`);
      return `the ${question}`;
    },
  });
  const resolved = await resolveRequest(context.document.requests[0] ?? assert.fail(), context);
  const body = await encodeBody(resolved.body, context.readFile);
  const headers = Object.fromEntries(resolved.headers.map(({ name, value }) => [name.toLowerCase(), reveal(value)]));
  return { resolved, wire: { url: resolved.url.href, headers, body: Buffer.from(body ?? []).toString() }, asked };
}

/** Returns the same request as it is sent from the history. */
async function sentAgain(text: string): Promise<Awaited<ReturnType<typeof sent>> & { document: string }> {
  const { resolved } = await sent(text);
  const application = { name: 'Shop', ...target };
  const entry = historyEntry({ id: '1', at: 1, application, request: resolved, outcome: 'timeout' });
  const document = entryRequest(entry);
  return { ...(await sent(document)), document };
}

describe('a request from the history', () => {
  it('asks for the value of its Authorization header, and does not use another token', async () => {
    for (const [path, scheme] of [
      ['/hserve/v2.1/user/account/', 'Hydrogen-r1'],
      ['/oserve/v2.4/table/1/record/2/', 'Bearer'],
    ] as const) {
      const again = await sentAgain(`PUT ${path}\nAuthorization: ${scheme} {{$secret customer}}\n\n{"a":1}`);
      assert.deepEqual(again.asked, ['prompt Authorization'], again.document);
      assert.equal(again.wire.headers.authorization, 'the Authorization');
      assert.equal(again.resolved.authorization, undefined);
    }
  });

  it('is sent as the document said, and otherwise as the user who is signed in', async () => {
    const read = 'GET /hserve/v2.4/table/1/record/2/';
    assert.equal((await sentAgain(`# @as anonymous\n${read}`)).resolved.authorization, undefined);
    assert.equal((await sentAgain(read)).resolved.authorization?.scheme, 'Hydrogen-r1');
  });

  it('has the time limit of the document', async () => {
    assert.equal((await sentAgain('# @timeout 2m\nGET /hserve/v2.2/server/time/')).resolved.timeoutMs, 120_000);
    assert.equal((await sentAgain('GET /hserve/v2.2/server/time/')).resolved.timeoutMs, undefined);
  });

  it('asks for masked fields and headers, and sends no mask', async () => {
    const { wire, asked, document } = await sentAgain(
      'POST /hserve/v2.1/login/email/?api_key=one\nX-Api-Key: two\nX-Own: three\n\n{"email":"a@b.c","password":"four","deep":{"secret":"{{$secret shop}}"}}',
    );
    assert.deepEqual(asked, ['prompt api_key', 'secret X-Api-Key', 'secret X-Own', 'secret password', 'secret secret']);
    assert.ok(wire.url.endsWith('?api_key=the%20api_key'), wire.url);
    assert.equal(wire.headers['x-own'], 'the X-Own');
    assert.deepEqual(JSON.parse(wire.body), {
      email: 'a@b.c',
      password: 'the password',
      deep: { secret: 'the secret' },
    });
    assert.ok(!/•••|<SECRET>/.test(document + JSON.stringify(wire)), document);
  });

  it('asks for masked values of a form and of parts, each with its own name', async () => {
    const form = await sentAgain(
      'POST /a/\nContent-Type: application/x-www-form-urlencoded\n\nname=ada&passwd=one&secret={{$secret shop}}',
    );
    assert.equal(form.wire.body, 'name=ada&passwd=the%20passwd&secret=the%20secret');
    const parts = await sentAgain(
      [
        'POST /a/\nContent-Type: multipart/form-data; boundary=x\n',
        '--x\nContent-Disposition: form-data; name="pwd"\n\none',
        '--x\nContent-Disposition: form-data; name="pwd"\n\ntwo\n--x--',
      ].join('\n'),
    );
    assert.deepEqual(parts.asked, ['secret pwd', 'secret pwd2']);
    assert.match(parts.wire.body, /\r\n\r\nthe pwd\r\n(.*\r\n)*\r\nthe pwd2\r\n/);
  });

  it('asks with prompts for values to another host, because secrets are not allowed there', async () => {
    const { wire, asked } = await sentAgain('POST https://example.com/\nX-Key: one\n\n{"password":"two"}');
    assert.deepEqual(asked, ['prompt X-Key', 'prompt password']);
    assert.equal(wire.headers['x-key'], 'the X-Key');
    assert.equal(wire.body, '{"password":"the password"}');
  });

  it('keeps the blank lines at the ends of a text', async () => {
    const text = '@nothing =\nPOST /a/\nContent-Type: text/plain\n\n{{nothing}}\na\n\n{{nothing}}';
    const { wire } = await sentAgain(text);
    assert.equal(wire.body, '\na\n\n');
  });

  it('never treats a value as a variable, even if it looks like one', async () => {
    const text = '@open = {\nPOST /a/\n\n{"note":"{{open}}{$secret shop}} ###","other":"{{open}}{ alone"}';
    const first = await sent(text);
    assert.match(first.wire.body, /\{\{\$secret shop\}\}/);
    const { wire, asked, document } = await sentAgain(text);
    assert.deepEqual([wire.body, asked], [first.wire.body, []]);
    assert.equal(parseDocument(document).requests.length, 1);
  });
});
