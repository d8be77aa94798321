import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { memoryStore } from '../../../src/auth/memoryStore';
import type { Http } from '../../../src/ui/network/http';
import type { Log } from '../../../src/ui/platform/log';
import { Tokens } from '../../../src/ui/tokens/tokens';
import { authorizePath, tokenPath } from '../../unit/auth/fixture';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, run } from './fixture';
import { titlesOf, withUser } from './person';
import { useFolder, useSelectedShop } from './requestDocuments';

describe('refused credentials', () => {
  const service = useSelectedShop();
  const folder = useFolder();

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
    assert.match(titlesOf(await withUser([], verify)).join('\n'), /the token is valid/i);
  });

  it('are no longer shown as refused after another window authorized', async () => {
    const { sandbox, shop } = service();
    const application = { ...argumentOf(shop), contentGroups: [] };
    const { isPrivate: _, ...store } = memoryStore();
    const http = { fetch: async () => fetch } as unknown as Http;
    const log = { info: () => undefined } as unknown as Log;
    const open = () => new Tokens({ store, directory: folder(), http, log, now: Date.now });
    const [one, other] = [open(), open()];
    try {
      await one.of(application).keep(new Secret(shop.clientSecret));
      sandbox.fail({ path: authorizePath, kind: 'status', status: 401 });
      await assert.rejects(one.of(application).accessToken(), { code: 'credentialsRefused' });
      assert.equal(await one.isClientSecretRefused(application), true);
      await other.of(application).authorize();
      await one.of(application).accessToken();
      assert.deepEqual(
        [await one.isClientSecretRefused(application), await one.isAuthorized(application)],
        [false, true],
      );
    } finally {
      one.dispose();
      other.dispose();
    }
  });
});
