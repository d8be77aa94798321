import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'mocha';
import { resolveRequest } from '../../../../src/requests/sending/resolve';
import { runRequest } from '../../../../src/requests/sending/runRequest';
import { get, useNetwork, type Reply } from '../../api/network';
import { contextFor } from '../fixture';

describe('a request to a silent server', () => {
  const network = useNetwork();

  it('has the time of # @timeout, before the response and between two parts of its body', async () => {
    let [respond, show]: (() => void)[] = [];
    const arrived = new Promise<void>(resolve => (respond = resolve));
    const shown = new Promise<void>(resolve => (show = resolve));
    let response: ServerResponse | undefined;
    const never: Reply = () => undefined;
    const server = await network.server([asked => ((response = asked), respond?.()), never, never]);
    const { fetch } = network.client({ silenceTimeout: 10 });
    /** Waits until the client ends another request, which began later than the silence of the first. */
    const silence = () => assert.rejects(get(fetch, `${server.origin}/`), { code: 'UND_ERR_HEADERS_TIMEOUT' });
    const context = contextFor(`# @timeout 5m\nGET ${server.origin}/a/`, { fetch, onArriving: () => show?.() });
    const running = runRequest(await resolveRequest(context.document.requests[0] ?? assert.fail(), context), context);
    const size = running.then(({ report }) => report.size);
    await arrived;
    await Promise.race([silence(), size]);
    response?.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n');
    await Promise.race([shown, size]);
    await Promise.race([silence(), size]);
    response?.end('data: 2\n\n');
    assert.equal(await size, 18);
  });
});
