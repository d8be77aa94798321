import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { memoryStore } from '../../../src/auth/memoryStore';
import { requestSecrets } from '../../../src/auth/requestSecrets';

const auth = 'https://auth.example.com';
const shop = 'https://shop.example.com';

describe('the secrets of request documents', () => {
  it('are never available to another authorization server, ClientID or server domain', async () => {
    const store = memoryStore();
    const secretsOf = (scope: string, clientId: string, serverDomain: string) =>
      requestSecrets(store, { scope, clientId }, serverDomain);
    await secretsOf(auth, 'shop', shop).keep('password', new Secret('hunter2-hunter2'));
    for (const others of [
      secretsOf('https://auth.example.net', 'shop', shop),
      secretsOf(auth, 'blog', shop),
      secretsOf(auth, 'shop', 'https://evil.example.com'),
    ]) {
      assert.equal(await others.read('password'), undefined);
      assert.deepEqual(await others.names(), []);
    }
    assert.equal((await secretsOf(auth, 'shop', shop).read('password'))?.reveal(), 'hunter2-hunter2');
  });

  it('are removed when the first one is stored for another server domain', async () => {
    const store = memoryStore();
    const identity = { scope: auth, clientId: 'shop' };
    const before = requestSecrets(store, identity, shop);
    await before.keep('password', new Secret('hunter2-hunter2'));
    const after = requestSecrets(store, identity, 'https://new.example.com');
    await after.forget('password');
    assert.deepEqual(await before.names(), ['password']);
    await after.keep('key', new Secret('another-secret'));
    assert.deepEqual(await after.names(), ['key']);
    assert.deepEqual(await before.names(), []);
  });

  it('are all kept when several documents store one at once', async () => {
    const store = memoryStore();
    const stored = () => requestSecrets(store, { scope: auth, clientId: 'shop' }, shop);
    const names = ['a', 'b', 'c'];
    await Promise.all(names.map(name => stored().keep(name, new Secret(`${name}-secret-text`))));
    assert.deepEqual(await stored().names(), names);
    await Promise.all([stored().forget('a'), stored().keep('d', new Secret('d-secret-text')), stored().forget('b')]);
    assert.deepEqual(await stored().names(), ['c', 'd']);
  });

  it('are all kept when several windows store one at once', async () => {
    const store = memoryStore();
    const inWindow = () => requestSecrets({ ...store }, { scope: auth, clientId: 'shop' }, shop);
    const names = ['a', 'b', 'c'];
    await Promise.all(names.map(name => inWindow().keep(name, new Secret(`${name}-secret-text`))));
    assert.deepEqual(await inWindow().names(), names);
    await Promise.all([inWindow().forget('a'), inWindow().keep('d', new Secret('d-secret-text'))]);
    assert.deepEqual(await inWindow().names(), ['b', 'c', 'd']);
    assert.equal((await inWindow().read('d'))?.reveal(), 'd-secret-text');
    await inWindow().forgetAll();
    assert.deepEqual(await inWindow().names(), []);
  });

  it('are kept although one could not be stored', async () => {
    const store = memoryStore();
    const refused = new Error('refused');
    const write = (key: string, value: string) =>
      value.includes('bad-secret') ? Promise.reject(refused) : store.write(key, value);
    const stored = requestSecrets({ ...store, write }, { scope: auth, clientId: 'shop' }, shop);
    const results = await Promise.allSettled([
      stored.keep('bad', new Secret('bad-secret-text')),
      stored.keep('good', new Secret('good-secret-text')),
    ]);
    assert.deepEqual(
      results.map(({ status }) => status),
      ['rejected', 'fulfilled'],
    );
    assert.deepEqual(await stored.names(), ['good']);
  });

  it('may have any name', async () => {
    const stored = requestSecrets(memoryStore(), { scope: auth, clientId: 'shop' }, shop);
    for (const name of ['constructor', 'prototype', '__proto__', '密码']) {
      await stored.keep(name, new Secret(`${name}-secret`));
      assert.equal((await stored.read(name))?.reveal(), `${name}-secret`);
    }
    assert.equal((await stored.names()).length, 4);
  });
});
