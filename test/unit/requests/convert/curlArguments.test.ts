import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { importCurl } from './importCurl';

describe('the arguments of a cURL command', () => {
  it('may have their values after an equals sign', () => {
    const command = `curl --request=PUT --header='A: b=c' --max-time=5 --data=--url=d --url=https://example.com/`;
    assert.deepEqual(importCurl(command), {
      method: 'PUT',
      url: 'https://example.com/',
      headers: [
        ['A', 'b=c'],
        ['Content-Type', 'application/x-www-form-urlencoded'],
      ],
      body: { kind: 'text', text: '--url=d' },
    });
  });

  it('may be a header without a name, which cURL does not send', () => {
    const request = importCurl(`curl -H ':authority: example.com' -H 'A: b' https://example.com/`);
    assert.deepEqual(request?.headers, [['A', 'b']]);
  });
});
