import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { applicationKey, idProblem, type FieldProblem } from '../../../src/applications/application';
import { clientSecretsIn, parseApplications, withoutClientSecret } from '../../../src/applications/applicationList';

const shop = { name: 'Shop', clientId: 'abc123', serverDomain: 'https://shop.example.com' };
const good = { name: 'Good', clientId: 'good', serverDomain: 'good.example.com' };

describe('a hand-edited setting', () => {
  const faults: [label: string, entry: unknown, field: string, name: string | undefined][] = [
    ['an entry that is null', null, '', undefined],
    ['an entry that is a text', 'Shop', '', undefined],
    ['an entry that is a number', 5, '', undefined],
    ['an empty entry', {}, 'name', undefined],
    ['no name', { ...shop, name: undefined }, 'name', 'abc123'],
    ['an empty name', { ...shop, name: '  ' }, 'name', 'abc123'],
    ['a name that is a number', { ...shop, name: 5 }, 'name', 'abc123'],
    ['no ClientID', { ...shop, clientId: undefined }, 'clientId', 'Shop'],
    ['a ClientID that is a number', { ...shop, clientId: 123 }, 'clientId', 'Shop'],
    ['a ClientID with a space', { ...shop, clientId: 'a b' }, 'clientId', 'Shop'],
    ['a ClientID that no header can carry', { ...shop, clientId: 'äbc' }, 'clientId', 'Shop'],
    ['a ClientID with a line break', { ...shop, clientId: 'a\r\nX-Other: b' }, 'clientId', 'Shop'],
    ['no server domain', { ...shop, serverDomain: undefined }, 'serverDomain', 'Shop'],
    ['a server domain that is null', { ...shop, serverDomain: null }, 'serverDomain', 'Shop'],
    ['a server domain over plain http', { ...shop, serverDomain: 'http://shop.example.com' }, 'serverDomain', 'Shop'],
    ['an authorization server that is none', { ...shop, authUrl: 'ftp://x' }, 'authUrl', 'Shop'],
    ['an authorization server that is a number', { ...shop, authUrl: 5 }, 'authUrl', 'Shop'],
    ['environments that are null', { ...shop, environments: null }, 'environments', 'Shop'],
    ['environments that are an object', { ...shop, environments: {} }, 'environments', 'Shop'],
    ['an environment that is a text', { ...shop, environments: ['staging'] }, 'environments.0', 'Shop'],
    [
      'the second environment without an Env ID',
      { ...shop, environments: [{ name: 'A', envId: 'a' }, { name: 'B' }] },
      'environments.1.envId',
      'Shop',
    ],
    ['an environment without a name', { ...shop, environments: [{ envId: 'a' }] }, 'environments.0.name', 'Shop'],
    [
      'an Env ID that no header can carry',
      { ...shop, environments: [{ name: 'A', envId: '测试' }] },
      'environments.0.envId',
      'Shop',
    ],
    ['content groups that are a number', { ...shop, contentGroups: 42 }, 'contentGroups', 'Shop'],
    ['a content group that is its ID', { ...shop, contentGroups: [42] }, 'contentGroups.0', 'Shop'],
    ['a content group without an ID', { ...shop, contentGroups: [{ name: 'A' }] }, 'contentGroups.0.id', 'Shop'],
    ['a content group with an empty ID', { ...shop, contentGroups: [{ id: ' ' }] }, 'contentGroups.0.id', 'Shop'],
    [
      'a content group whose name is a number',
      { ...shop, contentGroups: [{ id: 1, name: 5 }] },
      'contentGroups.0.name',
      'Shop',
    ],
    ['sessionOnly that is a text', { ...shop, sessionOnly: 'yes' }, 'sessionOnly', 'Shop'],
  ];
  for (const [fault, entry, field, label] of faults) {
    it(`with ${fault} has one named entry, and the others work`, () => {
      const list = parseApplications([good, entry, { ...good, clientId: 'good-2' }]);
      assert.deepEqual(
        list.applications.map(({ clientId }) => clientId),
        ['good', 'good-2'],
      );
      const [{ reason: _, ...problem } = assert.fail(), ...more] = list.problems;
      assert.deepEqual([problem, ...more], [{ index: 1, label, field, kind: 'invalid' }]);
    });
  }

  it('gets the reason for each invalid field', () => {
    const reasons: [entry: object, reason: string][] = [
      [{ ...shop, clientId: undefined }, 'missing'],
      [{ ...shop, clientId: ' ' }, 'missing'],
      [{ ...shop, clientId: 123 }, 'notText'],
      [{ ...shop, clientId: 'a b' }, 'value'],
      [{ ...shop, serverDomain: undefined }, 'missing'],
      [{ ...shop, serverDomain: 5 }, 'notText'],
      [{ ...shop, serverDomain: 'http://shop.example.com' }, 'value'],
      [{ ...shop, environments: {} }, 'notList'],
      [{ ...shop, environments: ['staging'] }, 'notObject'],
    ];
    for (const [entry, reason] of reasons) {
      assert.equal(parseApplications([entry]).problems[0]?.reason, reason, JSON.stringify(entry));
    }
  });

  it('has every reserved or repeated environment name reported, and loses none', () => {
    const environments = [
      { name: 'Staging', envId: 'a' },
      { name: 'staging ', envId: 'b' },
      { name: 'PRODUCTION', envId: 'c' },
      { name: '生产环境', envId: 'd' },
      { name: 'QA', envId: 'a' },
      { name: 'Live', envId: 'e' },
    ];
    const { applications, problems } = parseApplications([{ ...shop, environments }]);
    assert.deepEqual(
      problems.map(({ field, kind, detail }) => [field, kind, detail]),
      [
        ['environments.4.envId', 'duplicate', undefined],
        ['environments.1.name', 'duplicateName', 'staging'],
        ['environments.2.name', 'reservedName', 'PRODUCTION'],
        ['environments.3.name', 'reservedName', '生产环境'],
      ],
    );
    // An environment with an invalid name is kept. Otherwise its selection would become production.
    assert.deepEqual(
      applications[0]?.environments.map(({ envId }) => envId),
      ['a', 'b', 'c', 'd', 'e'],
    );
  });

  for (const setting of [null, {}, 'Shop', 5, true, { 0: shop }]) {
    it(`has one problem when it is ${JSON.stringify(setting)}`, () => {
      const problems = [{ index: -1, label: undefined, field: '', kind: 'invalid' }];
      assert.deepEqual(parseApplications(setting), { applications: [], problems });
    });
  }

  it('gets a ClientSecret reported, which can be removed; the application works', () => {
    const written = [{ ...shop, clientSecret: ' hush ' }, good, { ...good, clientId: 'good-2', clientSecret: '' }];
    const { applications, problems } = parseApplications(written);
    assert.equal(applications.length, 3);
    assert.deepEqual(problems, [{ index: 0, label: 'Shop', field: 'clientSecret', kind: 'secret' }]);
    const [found = assert.fail(), ...more] = clientSecretsIn(written);
    assert.deepEqual([found.application.name, found.clientSecret.reveal(), more], ['Shop', 'hush', []]);
    const key = applicationKey(found.application);
    assert.deepEqual(withoutClientSecret(written, key, found.clientSecret), [shop, ...written.slice(1)]);
    // A ClientSecret that was typed meanwhile is stored nowhere else.
    const typed = [{ ...shop, clientSecret: 'newer' }];
    assert.deepEqual(withoutClientSecret(typed, key, found.clientSecret), typed);
  });

  it('gets the same application reported the second time', () => {
    const again = { ...shop, name: 'Again', authUrl: 'HTTPS://cloud.minapp.com/' };
    const { applications, problems } = parseApplications([shop, again]);
    assert.deepEqual(
      applications.map(({ name }) => name),
      ['Shop'],
    );
    assert.deepEqual(problems, [{ index: 1, label: 'Again', field: 'clientId', kind: 'duplicate' }]);
  });

  it('may have one ClientID on two authorization servers', () => {
    const { applications, problems } = parseApplications([shop, { ...shop, authUrl: 'https://other.example' }]);
    assert.deepEqual([applications.length, problems], [2, []]);
  });

  it('gets repeated environments and content groups reported, and the application works', () => {
    const environments = [
      { name: 'A', envId: 'a' },
      { name: 'B', envId: 'b' },
      { name: 'A again', envId: ' a' },
    ];
    const { applications, problems } = parseApplications([
      { ...shop, environments, contentGroups: [{ id: 1 }, { id: '1' }] },
    ]);
    assert.deepEqual(applications[0]?.environments, environments.slice(0, 2));
    assert.deepEqual(applications[0]?.contentGroups, [{ id: '1' }]);
    assert.deepEqual(problems, [
      { index: 0, label: 'Shop', field: 'environments.2.envId', kind: 'duplicate' },
      { index: 0, label: 'Shop', field: 'contentGroups.1.id', kind: 'duplicate' },
    ]);
  });

  it('is read without failing, and every entry is an application or a problem', () => {
    const entries = fc.oneof(
      fc.anything(),
      fc.record(
        {
          name: fc.anything(),
          clientId: fc.anything(),
          serverDomain: fc.anything(),
          environments: fc.anything(),
          contentGroups: fc.anything(),
        },
        { requiredKeys: [] },
      ),
      fc.constant(good),
    );
    fc.assert(
      fc.property(fc.array(entries), setting => {
        const { applications, problems } = parseApplications(setting);
        assert.equal(applications.length + problems.length, setting.length);
      }),
      { numRuns: 1000 },
    );
    fc.assert(fc.property(fc.anything(), setting => void parseApplications(setting)));
  });
});

describe('an ID that is sent in a header', () => {
  const table: [id: string, problem: FieldProblem | undefined][] = [
    ['0123456789abcdef0123', undefined],
    ['a-b_c.d~!', undefined],
    ['', 'empty'],
    ['a b', 'spaces'],
    [' a', 'spaces'],
    ['a\n', 'spaces'],
    ['ä', 'header'],
    ['a\0', 'header'],
    ['a\x7f', 'header'],
    ['测试', 'header'],
  ];
  for (const [id, problem] of table) {
    it(`${JSON.stringify(id)} is ${problem ?? 'valid'}`, () => {
      assert.equal(idProblem(id), problem);
    });
  }
});
