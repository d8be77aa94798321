import assert from 'node:assert/strict';
import type http from 'node:http';
import { before, describe, it } from 'mocha';
import { eventually } from '../../ui/driver/eventually';
import { writeSetting } from './fixture';
import { titlesOf, withUser } from './person';
import { sendAll, useDocuments, useFolder, useHttpServer, useSelectedShop, useServerDomain } from './requestDocuments';

describe('requests that are being sent', () => {
  useSelectedShop();
  const held: http.ServerResponse[] = [];
  const respond = (response: http.ServerResponse) => void response.end('{}');
  const origin = useHttpServer(({ url = '' }, response) => {
    if (url.startsWith('/held/')) held.push(response);
    else respond(response);
  });
  const open = useDocuments(useFolder());
  const areWaiting = (count: number) => eventually(() => assert.equal(held.length, count));
  const release = () => held.splice(0).forEach(respond);
  before(() => useServerDomain(origin()));

  it('go on with the new settings when the HTTP settings change', async () => {
    const document = await open(['### First', 'GET /held/one/', '### Second', 'GET /two/']);
    const asked = await withUser([], async () => {
      const sending = sendAll(document);
      await areWaiting(1);
      await writeSetting('http.proxyStrictSSL', false);
      release();
      await sending;
    });
    await writeSetting('http.proxyStrictSSL', undefined);
    assert.deepEqual(titlesOf(asked), ['All 2 requests got a response.']);
  });
});
