import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { diagnose } from '../../../../src/requests/language/diagnose';
import { parseDocument } from '../../../../src/requests/document/parse';

describe('diagnostics for the target of a request', () => {
  it('report a header that the extension sets for a complete address of the application, too', () => {
    const origins = { serverDomain: 'https://shop.example.com', authUrl: 'https://auth.example.com' };
    const codes = (host: string) =>
      diagnose(parseDocument(`GET ${host}/hserve/v2.2/server/time/\nX-Hydrogen-Env-ID: 1`), {
        environmentVariables: {},
        origins,
      }).map(({ code }) => code);
    assert.deepEqual(codes(origins.serverDomain), ['ownHeader']);
    assert.deepEqual(codes('https://example.com'), ['otherOrigin']);
  });
});
