import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'mocha';
import { ApiError } from '../../../../src/api/errors';
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

  /** Lets the server send the first chunk. Each call of the returned function sends the next one. */
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
      onArriving({ status, read }) {
        assert.equal(status, 200);
        shown.push(read().text);
        next();
      },
    });
    assert.deepEqual(shown, ['data: 1\n\n', 'data: 1\n\ndata: 2\n\n', 'data: 1\n\ndata: 2\n\ndata: 3\n\n']);
    assert.equal(result.report.text, 'data: 1\n\ndata: 2\n\ndata: 3\n\n');
  });

  it('can be cancelled in the middle', async () => {
    stream('text/event-stream', ['data: 1\n\n']);
    const cancel = new AbortController();
    const sending = send({ signal: cancel.signal, onArriving: () => cancel.abort() });
    await assert.rejects(sending, (error: unknown) => error instanceof ApiError && error.code === 'cancelled');
  });

  it('does not show a response with a known length, and of JSON shows only the size', async () => {
    const shown: [string, number][] = [];
    const onArriving: ExecutionContext['onArriving'] = ({ read, size }) => void shown.push([read().text, size]);
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
});
