import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { applicationKey, type Application } from '../../../src/applications/application';
import { parseApplications, withApplication } from '../../../src/applications/applicationList';

const shop = { name: 'Shop', clientId: 'abc123', serverDomain: 'https://shop.example.com' };
const blog: Application = {
  name: 'Blog',
  clientId: 'def456',
  serverDomain: 'https://blog.example.com',
  authUrl: 'https://auth.example.com',
  environments: [{ name: 'Staging', envId: 'staging-1' }],
  contentGroups: [{ id: '42', name: 'News' }, { id: '43' }],
};
const shopKey = 'https://cloud.minapp.com|abc123';

describe('the setting with the applications', () => {
  it('gets defaults for missing values', () => {
    assert.deepEqual(parseApplications([shop]), {
      applications: [{ ...shop, authUrl: 'https://cloud.minapp.com', environments: [], contentGroups: [] }],
      problems: [],
    });
  });

  it('is normalized', () => {
    const written = {
      name: '  Shop ',
      clientId: ' abc123 ',
      serverDomain: 'Shop.Example.com/hserve/',
      authUrl: 'localhost:8080',
      environments: [{ name: ' Staging ', envId: ' staging-1 ', note: 'x' }],
      contentGroups: [{ id: 42 }, { id: ' 43 ', name: ' News ' }],
      sessionOnly: false,
      unknown: true,
    };
    assert.deepEqual(parseApplications([written]).applications, [
      {
        name: 'Shop',
        clientId: 'abc123',
        serverDomain: 'https://shop.example.com',
        authUrl: 'http://localhost:8080',
        environments: [{ name: 'Staging', envId: 'staging-1' }],
        contentGroups: [{ id: '42' }, { id: '43', name: 'News' }],
      },
    ]);
  });

  it('can keep credentials for the session only', () => {
    assert.equal(parseApplications([{ ...shop, sessionOnly: true }]).applications[0]?.sessionOnly, true);
  });

  it('does not accept an entry that claims to be the sandbox', () => {
    const [read] = parseApplications([{ ...shop, sandbox: 'local' }]).applications;
    assert.ok(read !== undefined && !('sandbox' in read));
  });

  it('is empty by default', () => {
    assert.deepEqual(parseApplications(undefined), { applications: [], problems: [] });
  });
});

describe('the setting with one application changed', () => {
  it('gets a new application at its end', () => {
    assert.deepEqual(withApplication([shop], undefined, blog), [shop, blog]);
    assert.deepEqual(withApplication(undefined, undefined, blog), [blog]);
  });

  it('keeps the position of a changed one, by its earlier key', () => {
    const [application = assert.fail()] = parseApplications([shop]).applications;
    const next = { ...application, name: 'Store', clientId: 'new456' };
    assert.deepEqual(withApplication([blog, shop], shopKey, next), [
      blog,
      {
        ...shop,
        name: 'Store',
        clientId: 'new456',
        authUrl: 'https://cloud.minapp.com',
        environments: [],
        contentGroups: [],
      },
    ]);
  });

  it('appends one whose key no longer exists', () => {
    assert.deepEqual(withApplication([shop], 'gone', blog), [shop, blog]);
  });

  it('loses a removed one, and stays the same without it', () => {
    assert.deepEqual(withApplication([shop, blog], shopKey, undefined), [blog]);
    assert.deepEqual(withApplication([shop], 'gone', undefined), [shop]);
    assert.deepEqual(withApplication([shop], undefined, undefined), [shop]);
    assert.deepEqual(withApplication(undefined, shopKey, undefined), []);
  });

  it('keeps unreadable entries at their position', () => {
    const setting = [null, { name: 'Half' }, shop, 5, { ...shop, serverDomain: 'http://public.example' }];
    const [application = assert.fail()] = parseApplications(setting).applications;
    const changed = withApplication(setting, shopKey, { ...application, name: 'Store' });
    assert.deepEqual(changed.toSpliced(2, 1), setting.toSpliced(2, 1));
    assert.deepEqual(withApplication(setting, shopKey, undefined), setting.toSpliced(2, 1));
  });

  it('keeps unknown fields in an entry and in its lists', () => {
    const written = {
      ...shop,
      colour: 'red',
      environments: [
        { name: 'Staging', envId: ' staging-1', colour: 'blue' },
        { name: 'Test', envId: 'test-1', colour: 'green' },
      ],
      contentGroups: [{ id: 42, name: 'News', colour: 'grey' }],
    };
    const [application = assert.fail()] = parseApplications([written]).applications;
    const next = {
      ...application,
      environments: [
        { name: 'Stage', envId: 'staging-1' },
        { name: 'New', envId: 'new-1' },
      ],
      contentGroups: [{ id: '42' }],
    };
    assert.deepEqual(withApplication([written], shopKey, next), [
      {
        ...shop,
        authUrl: 'https://cloud.minapp.com',
        colour: 'red',
        environments: [
          { colour: 'blue', name: 'Stage', envId: 'staging-1' },
          { name: 'New', envId: 'new-1' },
        ],
        contentGroups: [{ colour: 'grey', id: '42' }],
      },
    ]);
  });

  it('stores and removes the choice that credentials end with the window', () => {
    const on = withApplication([shop], shopKey, { ...blog, sessionOnly: true });
    assert.deepEqual(on, [{ ...blog, sessionOnly: true }]);
    const off = withApplication(on, applicationKey(blog), blog);
    assert.deepEqual(off, [blog]);
  });

  it('never contains the sandbox', () => {
    assert.deepEqual(withApplication([], undefined, { ...blog, sandbox: 'local' }), [blog]);
    assert.deepEqual(withApplication([shop], shopKey, { ...blog, sandbox: 'local' }), [blog]);
  });

  it('changes neither the setting nor the application it is given', () => {
    const setting = Object.freeze([Object.freeze({ ...shop })]);
    const [application = assert.fail()] = parseApplications(setting).applications;
    withApplication(setting, shopKey, Object.freeze({ ...application, name: 'Store' }));
    assert.deepEqual(setting, [shop]);
  });

  it('replaces a setting that is not a list', () => {
    assert.deepEqual(withApplication({ name: 'Shop' }, undefined, blog), [blog]);
  });

  it('is read back as it was written', () => {
    const id = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.'), minLength: 1 });
    const name = fc.string({ minLength: 1 }).filter(text => text.trim() === text);
    const plain = { noNullPrototype: true };
    const lists = {
      environments: fc
        .uniqueArray(fc.record({ name, envId: id }, plain), { selector: item => item.envId })
        .map(list => list.map((item, at) => ({ ...item, name: `${item.name} ${at}` }))),
      contentGroups: fc.uniqueArray(fc.record({ id, name }, { requiredKeys: ['id'], ...plain }), {
        selector: item => item.id,
      }),
    };
    const applications = fc.record({ ...lists, name, clientId: id }, plain).map((fields): Application => ({
      ...fields,
      serverDomain: 'https://shop.example.com',
      authUrl: 'https://auth.example.com',
    }));
    fc.assert(
      fc.property(fc.uniqueArray(applications, { selector: item => item.clientId }), list => {
        const written = list.reduce<unknown[]>((setting, next) => withApplication(setting, undefined, next), []);
        assert.deepEqual(parseApplications(JSON.parse(JSON.stringify(written))), { applications: list, problems: [] });
      }),
    );
  });
});
