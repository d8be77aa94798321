import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { authorizePath, tokenPath } from '../../unit/auth/fixture';
import { eventually } from '../../ui/driver/eventually';
import { run } from './fixture';
import { titlesOf, withUser } from './person';
import { useSelectedShop } from './requestDocuments';

describe('refused credentials', () => {
  const service = useSelectedShop();

  it('offer to edit the application, or to authorize, which sends them again', async () => {
    const { sandbox, shop } = service();
    const verify = () => run('application.verifyToken');
    sandbox.revokeTokens(shop.clientId);
    sandbox.fail({ path: tokenPath, kind: 'status', status: 401 });
    sandbox.fail({ path: authorizePath, kind: 'status', status: 401 });
    const [refused] = await withUser([], verify);
    assert.match(refused?.title ?? '', /refused these credentials/);
    assert.deepEqual(refused?.choices, ['Edit', 'Authorize']);
    await withUser([[/refused these credentials/, 'Authorize']], async () => {
      const sent = sandbox.requests.length;
      await verify();
      await eventually(() => assert.equal(sandbox.requests.slice(sent).at(-1)?.path, tokenPath));
    });
    assert.match(titlesOf(await withUser([], verify)).join('\n'), /the token is valid/);
  });
});
