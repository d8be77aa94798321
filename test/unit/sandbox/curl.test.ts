import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import { authorizePath, credentialsOf, withSandbox } from './fixture';

/** Runs `curl`, which prints the status on a separate line after the body. Returns the status and the parsed body. */
async function curl(...args: string[]): Promise<{ status: number; body: Record<string, unknown> }> {
  const { stdout } = await promisify(execFile)('curl', [
    '-q',
    '-sS',
    '--noproxy',
    '*',
    '-w',
    '\n%{http_code}',
    ...args,
  ]);
  const place = stdout.lastIndexOf('\n');
  return {
    status: Number(stdout.slice(place + 1)),
    body: JSON.parse(stdout.slice(0, place)) as Record<string, unknown>,
  };
}

// curl exists on every supported system; these tests cover its methods and cookies on a redirect.
describe('sandbox: the calls of the specification, made with curl', () => {
  it('return a code with -L and the cookie engine, and none without it or with -X POST', () =>
    withSandbox(async (_, shop) => {
      const call = ['-L', '-H', 'Content-Type: application/json', '-d', JSON.stringify(credentialsOf(shop))];
      const url = shop.authUrl + authorizePath;
      const right = await curl(...call, '-b', '', url);
      assert.equal(right.status, 200);
      assert.deepEqual(Object.keys(right.body), ['code', 'expires_in']);
      const noCookies = await curl(...call, url);
      assert.equal(noCookies.status, 403);
      assert.match(String(noCookies.body.error_msg), /cookie .* was lost on a redirect/);
      const post = await curl(...call, '-b', '', '-X', 'POST', url);
      assert.notEqual(post.status, 200);
    }));

  it('return tokens for the code, and new ones for the refresh token, which end the first', () =>
    withSandbox(async (_, shop) => {
      const json = ['-H', 'Content-Type: application/json', '-d'];
      const credentials = credentialsOf(shop);
      const first = await curl('-L', '-b', '', ...json, JSON.stringify(credentials), shop.authUrl + authorizePath);
      const token = (fields: object) =>
        curl(...json, JSON.stringify({ ...credentials, ...fields }), `${shop.authUrl}/api/oauth2/access_token/`);
      const tokens = await token({ grant_type: 'authorization_code', code: first.body.code });
      const time = (accessToken: unknown) =>
        curl('-H', `Authorization: Bearer ${String(accessToken)}`, `${shop.authUrl}/oserve/v2.2/server/time/`);
      assert.equal((await time(tokens.body.access_token)).status, 200);
      const renewed = await token({ grant_type: 'refresh_token', refresh_token: tokens.body.refresh_token });
      assert.equal((await time(tokens.body.access_token)).status, 401);
      assert.equal((await time(renewed.body.access_token)).status, 200);
    }));

  it('list the categories of a content group, and query records, with only the ClientID', () =>
    withSandbox(async (_, shop) => {
      const client = ['-H', `X-Hydrogen-Client-ID: ${shop.clientId}`];
      const group = shop.contentGroups[0]?.id;
      const list = await curl(...client, `${shop.serverDomain}/hserve/v1/content/category/?content_group_id=${group}`);
      assert.equal((list.body.meta as { total_count: number }).total_count, 5);
      const where = ['-G', '--data-urlencode', 'where={"price":{"$range":[20,30]}}'];
      const records = await curl(...client, ...where, `${shop.serverDomain}/hserve/v2.2/table/product/record/`);
      assert.equal(records.status, 200);
      assert.ok((records.body.objects as { price: number }[]).every(({ price }) => price >= 20 && price <= 30));
    }));
});
