import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { checkInputOf } from '../../../../src/requests/checks/evaluate';
import { parseDocument } from '../../../../src/requests/document/parse';
import { readBody, readSharedBody } from '../../../../src/requests/sending/readBody';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import { runRequest } from '../../../../src/requests/sending/runRequest';
import { RunSecrets } from '../../../../src/requests/sending/runSecrets';
import { processorTime } from '../../processorTime';
import { contextFor } from '../../requests/fixture';
import { json, useServer } from '../../requests/server';

const headers = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-trace-${index}`, `id ${index}`]));

/** Creates a response with this number of different credentials. */
function response(count: number): object {
  return Array.from({ length: count }, (_, index) => ({ token: `${index}`.padStart(20, 'token.of.a.user.') }));
}

describe('a response with very many credentials', () => {
  const server = useServer();

  for (const [what, count, maximumMs] of [
    ['300 kB with 10,000 tokens', 10_000, 2_000],
    ['5 MB with 150,000 tokens', 150_000, 8_000],
  ] as const) {
    it(`is processed in time for ${what}, with almost no time in the extension host`, async () => {
      const body = JSON.stringify(response(count));
      const parts = { statusText: 'OK', headers: Object.entries(headers) };
      const bytes = Buffer.from(body);
      const read = () => readBody(bytes, 'application/json', [new Secret('stored-s3cret+1')], parts);
      const took = processorTime(() => void read());
      assert.ok(took < maximumMs, `masked in ${took} ms`);

      server.handler = json(JSON.parse(body), 200, headers);
      const text = `GET ${server.origin}/a/\n\n?? status == 200\n`;
      const [request = assert.fail()] = parseDocument(text).requests;
      const context = contextFor(text);
      const resolved = await resolveRequest(request, context);
      const { fetch, readFile } = context;
      const result = await runRequest(resolved, {
        fetch,
        readFile,
        readBody: (all, type, known, more) => Promise.resolve(readBody(all, type, known, more)),
      });
      // In the product, a worker thread reads the body. The host copies only the result, whose masked text is in shared
      // memory.
      const handedOver = readSharedBody(bytes, 'application/json', [new Secret('stored-s3cret+1')], parts);
      const spent = processorTime(() => {
        structuredClone(handedOver);
        new RunSecrets().addReceived('a', result.tokens());
        checkInputOf(resolved, result);
      });
      assert.ok(spent <= 30, `the host waits for ${spent} ms`);
    });
  }
});
