import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { parseDocument } from '../../../../src/requests/document/parse';
import { targetOf } from '../../../../src/requests/document/requestTarget';
import { environments, type App } from '../targets';

describe('the environment of a request', () => {
  const app = (name: string, clientId: string, list: App['environments']): App => ({
    ...{ name, clientId, environments: list, serverDomain: 'https://shop.example.com' },
    authUrl: 'https://auth.example.com',
  });
  const shop = app('Shop', 'shop', Object.values(environments));
  const all = [shop, app('Blog', 'blog', [{ name: 'Staging', envId: 'env-blog' }])];
  const placed = (directives: string) => {
    const [request = assert.fail()] = parseDocument(`${directives}\nGET /a/\n`).requests;
    const { application, environment } = targetOf(request, { application: shop, environment: environments.t }, all);
    return [application.clientId, environment?.envId];
  };

  it('is the one that it names, so that its variables are used', () => {
    assert.deepEqual(placed('# @environment Staging'), ['shop', 'env-a']);
    assert.deepEqual(placed('# @environment Production'), ['shop', undefined]);
    assert.deepEqual(placed('# @application blog\n# @environment Staging'), ['blog', 'env-blog']);
  });

  it('is the selected one without a directive or with a name that the sender refuses', () => {
    assert.deepEqual(placed(''), ['shop', 'env-t']);
    assert.deepEqual(placed('# @environment Moon'), ['shop', 'env-t']);
  });
});
