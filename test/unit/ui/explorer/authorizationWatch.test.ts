import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Application } from '../../../../src/applications/application';
import { watchAuthorization } from '../../../../src/ui/explorer/authorizationWatch';

const application = (clientId: string): Application => ({
  name: clientId,
  clientId,
  serverDomain: 'https://example.com',
  authUrl: 'https://example.com',
  environments: [],
  contentGroups: [],
});

describe('the authorization that rows are drawn with', () => {
  it('is reported when it has changed, and not for a renewal or a row that was never drawn', async () => {
    const authorized = new Set<string>();
    let fire: () => void = () => undefined;
    let changes = 0;
    const tokens = {
      isAuthorized: async ({ clientId }: Application) => authorized.has(clientId),
      onDidChange: (listener: () => unknown) => {
        fire = () => void listener();
        return { dispose: () => (fire = () => undefined) };
      },
    };
    const watch = watchAuthorization(tokens, () => (changes += 1));
    const changesAfterEvent = async () => {
      fire();
      await new Promise(resolve => setImmediate(resolve));
      return changes;
    };
    assert.equal(await watch.isAuthorized(application('drawn')), false);
    authorized.add('never drawn');
    assert.equal(await changesAfterEvent(), 0);
    authorized.add('drawn');
    assert.equal(await changesAfterEvent(), 1);
    assert.equal(await changesAfterEvent(), 1, 'a renewal');
    authorized.delete('drawn');
    assert.equal(await changesAfterEvent(), 2);
    watch.dispose();
    authorized.add('drawn');
    assert.equal(await changesAfterEvent(), 2);
  });
});
