import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Application, GuardRule } from '../../../src/applications/application';
import { exportText, planImport, ApplicationFileError } from '../../../src/applications/transfer';

const shop: Application = {
  name: 'Shop',
  clientId: 'abc123',
  serverDomain: 'https://shop.example.com',
  authUrl: 'https://auth.example.com',
  environments: [{ name: 'Staging', envId: 'env-1', guard: 'confirm' }],
  contentGroups: [{ id: '42', name: 'News' }],
  guard: 'readOnly',
};
const blog: Application = { ...shop, name: 'Blog', clientId: 'def456', environments: [], contentGroups: [] };
const code = (text: string): string => {
  try {
    planImport(text, []);
  } catch (error) {
    return error instanceof ApplicationFileError ? error.code : assert.fail(String(error));
  }
  return 'none';
};

describe('exported applications', () => {
  it('are imported unchanged', () => {
    const plan = planImport(exportText([shop, blog]), []);
    assert.deepEqual(plan, {
      added: [shop, blog],
      updated: [],
      unchanged: [],
      problems: [],
      ignoredSecrets: [],
      repeatedParts: [],
    });
  });

  it('name their format, and leave out the sandbox', () => {
    const { format, version, applications } = JSON.parse(exportText([shop, { ...blog, sandbox: 's-1' }])) as {
      format: string;
      version: number;
      applications: { name: string }[];
    };
    assert.deepEqual([format, version, applications.map(({ name }) => name)], ['hydrogen-applications', 1, ['Shop']]);
  });

  it('contain only fields of the setting', () => {
    const leaky = { ...shop, clientSecret: 'hidden-secret', accessToken: 'hidden-token' } as Application;
    const plan = planImport(exportText([leaky]), []);
    assert.deepEqual(plan.added, [shop]);
    assert.ok(!exportText([leaky]).includes('hidden'));
  });
});

describe('an import', () => {
  it('distinguishes new, changed and unchanged applications', () => {
    const changed = { ...blog, name: 'Journal' };
    const third = { ...shop, name: 'Third', authUrl: 'https://other.example.com' };
    const plan = planImport(exportText([shop, changed, third]), [shop, blog]);
    assert.deepEqual(
      [plan.added, plan.unchanged, plan.updated],
      [
        [third],
        [shop],
        [{ application: changed, before: blog, changes: [{ field: 'name', before: 'Blog', after: 'Journal' }] }],
      ],
    );
  });

  it('removes nothing, including guards', () => {
    const { guard: _, ...bare } = shop;
    const next: Application = {
      ...bare,
      guard: 'confirm',
      environments: [
        { name: 'Stage', envId: 'env-1', guard: 'type the name' },
        { name: 'Test', envId: 'env-2' },
      ],
      contentGroups: [{ id: '43' }],
    };
    const [update = assert.fail()] = planImport(exportText([next]), [shop]).updated;
    assert.deepEqual(update.application, {
      ...shop,
      environments: [
        { name: 'Staging', envId: 'env-1', guard: 'confirm' },
        { name: 'Test', envId: 'env-2' },
      ],
      contentGroups: [{ id: '42', name: 'News' }, { id: '43' }],
    });
    assert.deepEqual(update.changes, [
      { field: 'environment', id: 'env-2', before: undefined, after: 'Test' },
      { field: 'contentGroup', id: '43', before: undefined, after: '' },
    ]);
  });

  it('never weakens the protection of production below the setting, for existing and new applications', () => {
    const { guard: _, ...open } = shop;
    const plan = (before: Application[], guard: GuardRule, byDefault: unknown) => {
      const { added, updated } = planImport(exportText([{ ...open, guard }]), before, byDefault);
      return [...added, ...updated.map(({ application }) => application)].map(application => application.guard);
    };
    for (const guard of ['confirm', 'type the name', 'readOnly'] as const) {
      assert.deepEqual(plan([], guard, 'readOnly'), [undefined], guard);
      assert.deepEqual(plan([open], guard, 'readOnly'), [], guard);
    }
    assert.deepEqual(plan([open], 'readOnly', 'confirm'), ['readOnly']);
    assert.deepEqual(plan([], 'type the name', 'nonsense'), ['type the name']);
  });

  it('keeps the storage of secrets and the names of environments', () => {
    const hostile: Application = {
      ...shop,
      sessionOnly: true,
      environments: [{ name: 'Production', envId: 'env-1' }],
    };
    assert.deepEqual(planImport(exportText([hostile]), [shop]).unchanged, [shop]);
    const careful: Application = { ...shop, sessionOnly: true };
    assert.deepEqual(planImport(exportText([shop]), [careful]).unchanged, [careful]);
  });

  it('lists the old and the new value of every change', () => {
    const { guard: _, ...open } = shop;
    const before: Application = { ...open, environments: [{ name: 'Staging', envId: 'env-1' }] };
    const next: Application = {
      ...before,
      name: 'Store',
      serverDomain: 'https://evil.example.com',
      guard: 'readOnly',
      environments: [{ name: 'x', envId: 'env-1', guard: 'type the name' }],
      contentGroups: [{ id: '42', name: 'Old' }],
    };
    const [update = assert.fail()] = planImport(exportText([next]), [before]).updated;
    assert.deepEqual(update.changes, [
      { field: 'serverDomain', before: 'https://shop.example.com', after: 'https://evil.example.com' },
      { field: 'guard', before: undefined, after: 'readOnly' },
      { field: 'environmentGuard', id: 'env-1', before: undefined, after: 'type the name' },
      { field: 'name', before: 'Shop', after: 'Store' },
      { field: 'contentGroup', id: '42', before: 'News', after: 'Old' },
    ]);
  });

  it('leaves out an application with an ambiguous environment', () => {
    const { guard: _, ...open } = shop;
    const named = (name: string, envId: string): Application => ({ ...open, environments: [{ name, envId }] });
    for (const [next, existing, kind] of [
      [named('Production', 'env-9'), [], 'reservedName'],
      [named('生产环境', 'env-9'), [shop], 'reservedName'],
      // The existing application has an environment of this name with another Env ID.
      [named('staging', 'env-9'), [shop], 'duplicateName'],
    ] as const) {
      const plan = planImport(exportText([next]), existing);
      assert.deepEqual([plan.added, plan.updated], [[], []]);
      assert.deepEqual(
        plan.problems.map(problem => [problem.kind, problem.field, problem.label]),
        [[kind, 'environments.0.name', 'Shop']],
      );
    }
  });

  it('reports invalid entries, and imports the others', () => {
    const text = JSON.stringify([shop, { name: 'Broken', clientId: 'two words' }, 7, { ...shop, name: 'Again' }]);
    const { added, problems } = planImport(text, []);
    assert.deepEqual(added, [shop]);
    assert.deepEqual(
      problems.map(({ index, label, field, kind }) => [index, label, field, kind]),
      [
        [1, 'Broken', 'clientId', 'invalid'],
        [2, undefined, '', 'invalid'],
        [3, 'Again', 'clientId', 'duplicate'],
      ],
    );
  });

  it('ignores secrets and reports them', () => {
    const entry = {
      ...shop,
      clientSecret: 's3cret',
      tokens: { access_token: 'x' },
      environments: [{ name: 'a', envId: 'b', Password: 1 }],
    };
    const plan = planImport(JSON.stringify([entry]), []);
    assert.deepEqual(new Set(plan.ignoredSecrets), new Set(['clientSecret', 'tokens', 'Password']));
    assert.ok(!JSON.stringify(plan).includes('s3cret'));
  });

  it('never lists an application both as new and as left out', () => {
    const twice = { name: 'A', envId: 'env-1' };
    const entry = {
      ...blog,
      clientSecret: 's3cret',
      environments: [twice, { ...twice, name: 'B' }],
      contentGroups: [{ id: '42' }, { id: '42' }],
    };
    const { added, problems, repeatedParts } = planImport(JSON.stringify([entry]), []);
    assert.deepEqual([added.length, problems], [1, []]);
    assert.deepEqual(
      repeatedParts.map(({ field }) => field),
      ['environments.1.envId', 'contentGroups.1.id'],
    );
  });

  it('reads a list in the format of the setting, and a byte order mark', () => {
    assert.deepEqual(planImport(`\ufeff${JSON.stringify([blog])}`, []).added, [blog]);
  });

  it('never accepts an application as the sandbox', () => {
    const [added = assert.fail()] = planImport(JSON.stringify([{ ...blog, sandbox: 'x' }]), []).added;
    assert.equal('sandbox' in added, false);
  });

  it('explains why a text is invalid', () => {
    assert.equal(code(''), 'notJson');
    assert.equal(code('{"applications": ['), 'notJson');
    for (const text of [
      'null',
      '7',
      '"x"',
      '{}',
      '{"applications":[]}',
      '{"format":"hydrogen-applications","version":1}',
    ]) {
      assert.equal(code(text), 'otherFormat', text);
    }
    assert.equal(code('{"format":"hydrogen-applications","version":2,"applications":[]}'), 'newerVersion');
  });

  it('reads any text without failing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.jsonValue()).map(value => JSON.stringify(value)),
        ),
        text => {
          if (code(text) !== 'none') return;
          const plan = planImport(text, [shop]);
          assert.deepEqual(plan.unchanged, []);
        },
      ),
    );
  });
});
