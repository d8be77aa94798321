import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
import { Secret } from '../../../../src/api/secret';
import { ArrivingText } from '../../../../src/requests/sending/arrivingText';
import { runRequest } from '../../../../src/requests/sending/runRequest';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import type { ExecutionContext } from '../../../../src/requests/sending/executeRequest';
import { contextFor, target } from '../fixture';
import { useServer } from '../server';

const secret = 'user-token-0123456789';

describe('a response while it arrives', () => {
  const server = useServer();

  async function send(changes: Partial<ExecutionContext>) {
    const here = { ...target, serverDomain: server.origin, authUrl: server.origin };
    const context = contextFor('GET /hserve/v2.2/user/info/', { target: here, ...changes });
    return runRequest(await resolveRequest(context.document.requests.at(-1) ?? assert.fail(), context), context);
  }

  /** A server that sends the first chunk, and each further one after the previous one was shown. */
  function stream(type: string, pieces: readonly string[]) {
    let open: ServerResponse | undefined;
    const left = [...pieces];
    const next = () => {
      const piece = left.shift();
      if (piece === undefined) open?.end();
      else open?.write(piece);
    };
    server.handler = (_, response) => {
      open = response;
      response.writeHead(200, { 'Content-Type': type });
      next();
    };
    return next;
  }

  it('shows each event before the next one is sent', async () => {
    const next = stream('text/event-stream', ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']);
    const shown: string[] = [];
    const result = await send({
      onArriving({ status, text }) {
        assert.equal(status, 200);
        shown.push(text);
        next();
      },
    });
    assert.deepEqual(shown, ['data: 1\n\n', 'data: 2\n\n', 'data: 3\n\n']);
    assert.equal(result.report.text, 'data: 1\n\ndata: 2\n\ndata: 3\n\n');
  });

  it('can be cancelled in the middle', async () => {
    stream('text/event-stream', ['data: 1\n\n']);
    const cancel = new AbortController();
    const sending = send({ signal: cancel.signal, onArriving: () => cancel.abort() });
    await assert.rejects(sending, (error: unknown) => error instanceof ApiError && error.code === 'cancelled');
  });

  it('shows nothing of a response with a known length, and of JSON only how much there is', async () => {
    const shown: [string, number][] = [];
    const onArriving: ExecutionContext['onArriving'] = ({ text, size }) => void shown.push([text, size]);
    server.handler = (_, response) => void response.end('a\nb\n');
    await send({ onArriving });
    assert.deepEqual(shown, []);
    const next = stream('application/json', ['{"name": "token",\n', `"value": "${secret}"}`]);
    await send({
      onArriving(arriving) {
        onArriving(arriving);
        next();
      },
    });
    assert.deepEqual(shown, [
      ['', 18],
      ['', 51],
    ]);
  });

  describe('as text', () => {
    const all = (pieces: readonly string[], type = 'text/plain') => {
      const text = new ArrivingText(type, [new Secret(secret)]);
      return pieces.map(piece => text.add(Buffer.from(piece)));
    };

    it('never shows a credential that is cut into pieces', () => {
      const whole = `a ${secret} b\ntoken=abcdefgh12345678\nAuthorization:\n Bearer zyxwvuts87654321\nend\n`;
      for (let cut = 1; cut < whole.length; cut++) {
        for (const pieces of [[whole.slice(0, cut), whole.slice(cut)], [...whole]]) {
          const shown = all(pieces).join('');
          assert.doesNotMatch(shown, /user-token-\d|abcdefgh1|zyxwvuts8/, String(cut));
          assert.match(shown, /^a •+ b\n[^]*end\n$/);
        }
      }
    });

    it('masks what an earlier line named as a credential', () => {
      assert.doesNotMatch(all(['token=abcdefgh12345678\n', 'again abcdefgh12345678\n']).join(''), /abcdefgh/);
    });

    it('holds back an event until it is complete, and letters until all their bytes are there', () => {
      assert.deepEqual(all(['data: {"name": "token",\n', 'data: "value": "abcdefgh1"}\n'], 'text/event-stream'), [
        '',
        '',
      ]);
      const bytes = Buffer.from('中\n');
      const text = new ArrivingText('text/plain', []);
      assert.deepEqual([...bytes].map(byte => text.add(Uint8Array.of(byte))).join(''), '中\n');
    });

    it('gives up a line that is too long for memory', () => {
      const text = new ArrivingText('text/plain', []);
      const piece = Buffer.alloc(100_000, 'a');
      for (let count = 0; count < 50; count++) assert.equal(text.add(piece), '');
      assert.equal(text.add(Buffer.from('\nshort\n')), '');
    });
  });
});
