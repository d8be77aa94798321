import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { credentialScope, publicServerDomain, type Application } from '../../../src/applications/application';
import { parseApplications } from '../../../src/applications/applicationList';
import { findTarget, resolveSelection, storeSelection, type TargetArgument } from '../../../src/applications/selection';

const { applications } = parseApplications([
  { name: 'Shop', clientId: 'abc', serverDomain: 'shop.example', environments: [{ name: 'Staging', envId: 's-1' }] },
  { name: 'Blog', clientId: 'def', serverDomain: 'blog.example', environments: [{ name: 'Staging', envId: 's-2' }] },
  { name: 'Shop elsewhere', clientId: 'abc', serverDomain: 'shop.example', authUrl: 'https://other.example' },
]);

/** Returns the names of a selection as `Application/Environment`. */
function named(selection: ReturnType<typeof findTarget>): string | undefined {
  if (selection === undefined) return undefined;
  return `${selection.application.name}/${selection.environment?.name ?? 'Production'}`;
}

describe('the selection of a window', () => {
  const key = 'https://cloud.minapp.com|';
  const table: [label: string, stored: unknown, expected: string][] = [
    ['nothing', undefined, 'Shop/Production'],
    ['null', null, 'Shop/Production'],
    ['a text', 'Blog', 'Shop/Production'],
    ['a number', 5, 'Shop/Production'],
    ['an application', { application: `${key}def` }, 'Blog/Production'],
    ['an environment', { application: `${key}def`, envId: 's-2' }, 'Blog/Staging'],
    ['one ClientID on another server', { application: 'https://other.example|abc' }, 'Shop elsewhere/Production'],
  ];
  for (const [label, stored, expected] of table) {
    it(`is ${expected} with ${label}`, () => {
      assert.equal(named(resolveSelection(applications, stored)), expected);
    });
  }

  it('is the sandbox that a run has started only if there is no other application', () => {
    const sandbox = applications.map(application => ({ ...application, sandbox: 'sandbox-1' }));
    assert.equal(resolveSelection([...sandbox, ...applications], undefined)?.application.sandbox, undefined);
    assert.equal(resolveSelection(sandbox, undefined)?.application.sandbox, 'sandbox-1');
  });

  it('is empty when the application no longer exists: no other one is selected silently', () => {
    assert.equal(resolveSelection(applications, { application: `${key}xyz`, envId: 's-1' }), undefined);
  });

  it('is empty when the environment no longer exists: production is not selected silently', () => {
    // `s-1` belongs to another application.
    for (const envId of ['s-9', 's-1', 5]) {
      assert.equal(resolveSelection(applications, { application: `${key}def`, envId }), undefined, String(envId));
    }
  });

  it('is empty without applications', () => {
    assert.equal(resolveSelection([], { application: `${key}abc` }), undefined);
  });

  it('is restored as it was stored', () => {
    for (const application of applications) {
      for (const environment of [undefined, ...application.environments]) {
        const stored: unknown = JSON.parse(JSON.stringify(storeSelection({ application, environment })));
        assert.deepEqual(resolveSelection(applications, stored), { application, environment });
      }
    }
  });
});

describe('the target in an argument of a script', () => {
  const table: [argument: TargetArgument, expected: string | undefined][] = [
    [{ clientId: 'abc' }, 'Shop/Production'],
    [{ clientId: 'abc', envId: 's-1' }, 'Shop/Staging'],
    [{ clientId: 'abc', envId: 's-2' }, undefined],
    [{ clientId: 'abc', envId: '' }, undefined],
    [{ clientId: 'def', authUrl: 'https://cloud.minapp.com' }, 'Blog/Production'],
    [{ clientId: 'abc', authUrl: 'https://other.example' }, 'Shop elsewhere/Production'],
    [{ clientId: 'abc', authUrl: 'HTTPS://Other.Example:443/api/' }, 'Shop elsewhere/Production'],
    [{ clientId: 'abc', authUrl: 'other.example' }, 'Shop elsewhere/Production'],
    [{ clientId: 'abc', authUrl: 'http://other.example' }, undefined],
    [{ clientId: 'abc', authUrl: 'https://other.example:8443' }, undefined],
    [{ clientId: 'abc', authUrl: 'no address' }, undefined],
    [{ clientId: 'abc', authUrl: '' }, undefined],
    [{ clientId: 'ABC' }, undefined],
    [{ clientId: '' }, undefined],
  ];
  for (const [argument, expected] of table) {
    it(`${JSON.stringify(argument)} means ${expected ?? 'nothing'}`, () => {
      assert.equal(named(findTarget(applications, argument)), expected);
    });
  }
});

describe('an application', () => {
  it('binds its credentials to its authorization server, and in the sandbox to its name', () => {
    const [application = assert.fail()] = applications;
    const sandbox: Application = { ...application, authUrl: 'http://127.0.0.1:5000', sandbox: 'sandbox' };
    assert.deepEqual([application, sandbox, { ...sandbox, authUrl: 'http://127.0.0.1:6000' }].map(credentialScope), [
      'https://cloud.minapp.com',
      'sandbox',
      'sandbox',
    ]);
  });

  it('has a public server domain that contains its ClientID', () => {
    assert.equal(publicServerDomain('ABC123'), 'https://abc123.myminapp.com');
  });
});
