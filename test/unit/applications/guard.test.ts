import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { operations, type Risk } from '../../../src/api/operations/catalogue';
import { ownerOf, type Application, type GuardRule } from '../../../src/applications/application';
import { parseApplications } from '../../../src/applications/applicationList';
import { guardDecision, guardRuleOf, unlockTime, type GuardDecision } from '../../../src/applications/guard';

const now = 1_700_000_000_000;
const risks: Risk[] = ['reads', 'opensSession', 'writes', 'spendsMoney', 'runsCode', 'endsTokens', 'changesAll'];

const shop: Application = {
  name: 'Shop',
  clientId: 'abc',
  serverDomain: 'https://shop.example.com',
  authUrl: 'https://auth.example.com',
  environments: [],
  contentGroups: [],
};
const staging = { name: 'Staging', envId: 'env-1' };

describe('the production guard', () => {
  const table: [rule: GuardRule | undefined, locked: GuardDecision[], unlocked: GuardDecision[]][] = [
    [
      undefined,
      ['allow', 'allow', 'allow', 'allow', 'allow', 'allow', 'allow'],
      ['allow', 'allow', 'allow', 'allow', 'allow', 'allow', 'allow'],
    ],
    [
      'confirm',
      ['allow', 'allow', 'confirm', 'confirm', 'confirm', 'confirm', 'typeName'],
      ['allow', 'allow', 'allow', 'allow', 'allow', 'confirm', 'typeName'],
    ],
    [
      'type the name',
      ['allow', 'allow', 'typeName', 'typeName', 'typeName', 'typeName', 'typeName'],
      ['allow', 'allow', 'allow', 'allow', 'allow', 'confirm', 'typeName'],
    ],
    [
      'readOnly',
      ['allow', 'allow', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse'],
      ['allow', 'allow', 'refuse', 'refuse', 'refuse', 'refuse', 'refuse'],
    ],
  ];
  for (const [rule, locked, unlocked] of table) {
    it(`decides with ${rule ?? 'no rule'}`, () => {
      assert.deepEqual(
        risks.map(risk => guardDecision(risk, rule, undefined, now)),
        locked,
      );
      assert.deepEqual(
        risks.map(risk => guardDecision(risk, rule, now + 1000, now)),
        unlocked,
      );
    });
  }

  it('locks again when the time is over, and when the clock was set back', () => {
    assert.equal(guardDecision('writes', 'confirm', now + unlockTime, now), 'allow');
    assert.equal(guardDecision('writes', 'confirm', now + 1, now), 'allow');
    assert.equal(guardDecision('writes', 'confirm', now, now), 'confirm');
    assert.equal(guardDecision('writes', 'confirm', now - 1, now), 'confirm');
    assert.equal(guardDecision('writes', 'confirm', now + unlockTime, now - 1), 'confirm');
  });

  it('guards production by the setting, unless the application says otherwise', () => {
    const production = { application: shop, environment: undefined };
    assert.equal(guardRuleOf(production, 'readOnly'), 'readOnly');
    assert.equal(guardRuleOf({ ...production, application: { ...shop, guard: 'confirm' } }, 'readOnly'), 'confirm');
  });

  it('guards production when the setting cannot be read', () => {
    for (const setting of [undefined, null, '', 'off', 'ReadOnly', false, 7, {}, ['confirm']]) {
      assert.equal(guardRuleOf({ application: shop, environment: undefined }, setting), 'confirm');
    }
  });

  it('leaves test environments alone unless they have a rule of their own', () => {
    const application: Application = { ...shop, guard: 'readOnly' };
    assert.equal(guardRuleOf({ application, environment: staging }, 'readOnly'), undefined);
    const guarded = { ...staging, guard: 'type the name' as const };
    assert.equal(guardRuleOf({ application, environment: guarded }, 'confirm'), 'type the name');
  });

  it('never asks in the sandbox', () => {
    const application: Application = { ...shop, sandbox: 'sandbox-1', guard: 'readOnly' };
    assert.equal(guardRuleOf({ application, environment: undefined }, 'readOnly'), undefined);
    assert.equal(guardRuleOf({ application, environment: { ...staging, guard: 'readOnly' } }, 'readOnly'), undefined);
  });

  it('reads the rules of the settings, and reports an invalid one', () => {
    const { sandbox: _, ...entry } = { ...shop, guard: 'readOnly', sandbox: '' };
    const read = parseApplications([
      {
        ...entry,
        environments: [
          { ...staging, guard: 'confirm' },
          { name: 'QA', envId: 'b' },
        ],
      },
    ]);
    assert.deepEqual(read.problems, []);
    assert.equal(read.applications[0]?.guard, 'readOnly');
    assert.deepEqual(read.applications[0]?.environments, [
      { ...staging, guard: 'confirm' },
      { name: 'QA', envId: 'b' },
    ]);
    const wrong = parseApplications([{ ...entry, guard: 'read-only' }]);
    assert.deepEqual([wrong.applications, wrong.problems[0]?.field], [[], 'guard']);
    const wrongEnvironment = parseApplications([{ ...entry, environments: [{ ...staging, guard: 'off' }] }]);
    assert.equal(wrongEnvironment.problems[0]?.field, 'environments.0.guard');
  });

  it('covers every documented operation that does more than read or log in', () => {
    const passed = operations.filter(({ risk }) => guardDecision(risk, 'confirm', undefined, now) === 'allow');
    assert.deepEqual([...new Set(passed.map(({ risk }) => risk))].sort(), ['opensSession', 'reads']);
    assert.deepEqual(
      passed.filter(({ method }) => method === 'DELETE' || method === 'PATCH'),
      [],
    );
  });
});

describe('the application whose production a complete address leads to', () => {
  const blog: Application = { ...shop, name: 'Blog', serverDomain: 'https://blog.myminapp.com' };
  const sandbox: Application = { ...shop, name: 'Sandbox', serverDomain: 'http://127.0.0.1:1', sandbox: 'sandbox-1' };
  const owner = (address: string, ...all: Application[]) => ownerOf(new URL(address), all)?.name;

  it('is the first with its host, with any protocol and port', () => {
    assert.equal(owner('http://blog.myminapp.com./a/', shop, blog), 'Blog');
    assert.equal(owner('https://shop.example.com:8443/a/', blog, shop), 'Shop');
    assert.equal(owner('https://auth.example.com:8443/a/', blog, shop), 'Blog');
  });

  it('is the first of all on a shared host, but never a sandbox', () => {
    assert.equal(owner('https://cloud.minapp.com/a/', sandbox, shop, blog), 'Shop');
    assert.equal(owner('https://other.myminapp.com/a/', shop, blog), 'Shop');
    assert.equal(owner('https://cloud.minapp.com/a/', sandbox), undefined);
  });

  it('is none for any other host, and on this machine', () => {
    assert.equal(owner('https://other.example.com/a/', shop, blog, sandbox), undefined);
    assert.equal(owner('http://127.0.0.1:1/a/', { ...shop, serverDomain: 'http://127.0.0.1:1' }), undefined);
  });
});
