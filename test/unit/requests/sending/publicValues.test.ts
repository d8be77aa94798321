import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../../src/api/secret';
import { refusal, resolve } from '../resolving';

describe('values of the machine', () => {
  it('can be part of an address if they are marked public, and are sent to no other host', async () => {
    const machineValue = async (_: string, name: string) => new Secret(`${name}/1`);
    for (const source of ['$dotenv', '$processEnv']) {
      assert.equal(await refusal(`GET /a/{{${source} TABLE}}/`, { machineValue }), 'secretInAddress');
      const { url, headers } = await resolve(`GET /a/{{${source} TABLE public}}/\nX-A: {{${source} OTHER public}}`, {
        machineValue,
      });
      assert.equal(url.pathname, '/a/TABLE/1/');
      assert.deepEqual(headers.find(({ name }) => name === 'X-A')?.value, ['OTHER/1']);
      const other = `GET https://other.example.com/?a={{${source} TABLE public}}`;
      assert.equal(await refusal(other, { machineValue }), 'secretToOtherOrigin');
      const inHeader = `GET https://other.example.com/\nX-A: {{${source} TABLE public}}`;
      assert.equal(await refusal(inHeader, { machineValue }), 'secretToOtherOrigin');
    }
  });
});
