import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { operationById } from '../../../../../src/api/operations/catalogue';
import { textOf } from '../../../../../src/requests/sending/bodyText';
import { BackgroundWork, largestDirect } from '../../../../../src/ui/requests/responses/backgroundWork';
import { responseWork } from '../../../../../src/ui/requests/responses/responseWork';
import { eventually } from '../../../../ui/driver/eventually';
import { root } from '../../../../host/launcher/root';
import { useFolder } from '../../../folder';

const token = 'a-token-of-more-than-twenty-eight-characters';
const known = ['a secret of the request'];
const large = largestDirect + 1;
const parts = { statusText: 'OK', headers: [['x-a', 'b']] as [string, string][] };
const item = { id: 1, name: '商品 \u{1f600} "quoted"', token, note: known[0], nested: [{ price: 9.5 }, []] };
const page = JSON.stringify({ meta: { limit: 20 }, objects: Array.from({ length: 3000 }, () => item), more: token });

/** Valid and invalid bodies of a service. */
const bodies: [what: string, text: string][] = [
  ['a page of JSON', page],
  ['JSON that is cut off', page.slice(0, -40)],
  ['JSON in one value', JSON.stringify(`${token} `.repeat(9000))],
  ['JSON that nests deeply', '['.repeat(3000) + ']'.repeat(3000) + ' '.repeat(large)],
  ['no JSON', `<p>"token": "${token}"</p>`.repeat(6000)],
  ['half characters', '\ud800"token":"\udc00'.repeat(20_000)],
];

/** Fails the test when a thread fails, because the fallback would hide the failure. */
const fail = (error: unknown) => assert.fail(error as Error);

describe('work on a large response', function () {
  // A thread is slow to start on a busy machine.
  const work = new BackgroundWork(path.join(root, 'dist', 'responseWorker.js'), fail);
  const inFolder = useFolder();

  it('indents XML and HTML only in a thread, without a table of entities', async () => {
    const args: ['HTTP 200', string, string] = [
      'HTTP 200',
      '<a x="&lt;"><b>1 &amp; 2 &euro;</b></a>',
      'application/xml',
    ];
    const document = await work.run('markupDocument', args, large, undefined);
    assert.equal(Buffer.from(document).toString(), 'HTTP 200\n\n<a x="&lt;">\n  <b>1 &amp; 2 &euro;</b>\n</a>\n');
    assert.equal(Buffer.from(responseWork.markupDocument(...args)).toString(), `HTTP 200\n\n${args[1]}\n`);
  });

  for (const [what, text] of bodies) {
    it(`has the same result in a thread: ${what}`, async () => {
      const bytes = Buffer.from(text);
      const type = 'application/json';
      const read = await work.run('readBody', [bytes, type, known, parts], large, undefined);
      const direct = responseWork.readBody(bytes, type, known, parts);
      const masked = textOf(read.masked ?? '');
      assert.deepEqual({ ...read, masked }, { ...direct, text: undefined });
      for (const body of [text, masked, read.masked ?? '']) {
        const document = await work.run('document', ['HTTP 200', body], large, undefined);
        assert.ok(Buffer.from(responseWork.document('HTTP 200', body)).equals(document));
        const history = await work.run('keptText', [body, known], large, undefined);
        assert.deepEqual(history, responseWork.keptText(body, known));
      }
      const operation = operationById('content.list') ?? assert.fail();
      const found = await work.run('differences', [text, operation, '?keys=id'], large, undefined);
      assert.deepEqual(found, responseWork.differences(text, operation, '?keys=id'));
    });

    it(`reads a file in a thread with the same result: ${what}`, async () => {
      const file = inFolder('response.txt');
      await writeFile(file, text);
      for (const masked of [known, undefined]) {
        const direct = await responseWork.fileText(file, 'utf-8', masked);
        assert.ok(Buffer.from(direct).equals(await work.run('fileText', [file, 'utf-8', masked], large, undefined)));
      }
    });
  }

  it('has the same result in a thread for any JSON', () =>
    fc.assert(
      fc.asyncProperty(fc.jsonValue(), async value => {
        const text = JSON.stringify(value);
        const document = await work.run('document', ['', text], large, undefined);
        assert.ok(Buffer.from(responseWork.document('', text)).equals(document));
      }),
      { numRuns: 10 },
    ));

  it('does not change its argument', async () => {
    const bytes = Buffer.from(page);
    await work.run('readBody', [bytes, 'application/json', [], parts], large, undefined);
    assert.equal(bytes.toString(), page);
  });

  it('is cancelled with the reason of the signal, and its thread ends', async () => {
    const abort = new AbortController();
    const reason = new Error('the person cancelled');
    // A thread that never ends by itself.
    const file = inFolder('endless.mjs');
    await writeFile(file, 'setInterval(() => undefined, 1000);');
    const running = new BackgroundWork(file, fail).run('document', ['', page], large, abort.signal);
    setImmediate(() => abort.abort(reason));
    await assert.rejects(running, error => error === reason);
    await eventually(async () => assert.ok(!process.getActiveResourcesInfo().includes('MessagePort')));
    await assert.rejects(work.run('document', ['', page], 1, abort.signal), error => error === reason);
  });

  it('leaves no listener on the signal when its thread has ended', async () => {
    const file = inFolder('answering.mjs');
    await writeFile(
      file,
      "import { parentPort } from 'node:worker_threads'; parentPort.postMessage(new Uint8Array());",
    );
    const here = new BackgroundWork(file, fail);
    const { signal } = new AbortController();
    await here.run('document', ['', page], large, signal);
    // The next thread starts when the first one has ended.
    await here.run('document', ['', page], large, undefined);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
  });

  it('has one thread at a time, and a task that is cancelled does not wait for its turn', async () => {
    const log = inFolder('log.txt');
    const file = inFolder('logging.mjs');
    const lines = [
      "import { appendFileSync } from 'node:fs';",
      "import { parentPort, workerData } from 'node:worker_threads';",
      `const note = text => appendFileSync(${JSON.stringify(log)}, text);`,
      'const [name] = workerData.args;',
      "note(name + ' begins, ');",
      "const end = () => (note(name + ' ends, '), parentPort.postMessage(new Uint8Array()));",
      "if (name === 'first') setInterval(() => undefined, 1000);",
      'else setImmediate(() => setImmediate(end));',
    ];
    await writeFile(file, lines.join('\n'));
    const one = new BackgroundWork(file, fail);
    const [first, second] = [new AbortController(), new AbortController()];
    const run = (name: string, signal?: AbortSignal) => one.run('document', [name, ''], large, signal);
    const endless = run('first', first.signal);
    const waiting = run('second', second.signal);
    const others = Promise.all([run('third'), run('fourth')]);
    second.abort(new Error('the person cancelled'));
    await assert.rejects(waiting, /cancelled/);
    await eventually(async () => assert.equal(await readFile(log, 'utf8'), 'first begins, '));
    first.abort(new Error('the person cancelled'));
    await assert.rejects(endless, /cancelled/);
    await others;
    assert.equal(await readFile(log, 'utf8'), 'first begins, third begins, third ends, fourth begins, fourth ends, ');
  });

  it('is done here when no thread can be started, or when it dies', async () => {
    const dying = inFolder('dying.mjs');
    await writeFile(dying, 'process.exit(3);');
    for (const file of [inFolder('missing.mjs'), dying]) {
      const failures: unknown[] = [];
      const here = new BackgroundWork(file, error => failures.push(error));
      const document = await here.run('document', ['', '{"a":1}'], large, undefined);
      assert.equal(failures.length, 1);
      assert.equal(Buffer.from(document).toString(), '\n\n{\n  "a": 1\n}\n');
    }
  });
});
