import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { CommandRunner } from '../../../src/ui/platform/command';
import { useGate } from './gate';
import { withPerson, withUser } from './person';
import {
  argumentOf,
  extensionId,
  rejection,
  run,
  storedApplications,
  useSandbox,
  withoutAllowance,
  writeApplications,
  userData,
  userFilesWith,
} from './fixture';

describe('a command that no part of the extension handles', () => {
  it('fails for a script instead of doing nothing', async () => {
    const log = vscode.window.createOutputChannel('Hydrogen test', { log: true });
    const extension = vscode.extensions.getExtension(extensionId) ?? assert.fail('no extension');
    const runner = new CommandRunner(log, extension);
    await assert.rejects(runner.run('hydrogen.none', {}), /The log has the details/);
    log.dispose();
  });
});

describe('commands with arguments', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const shop = () => ({ clientId: service().shop.clientId, authUrl: service().sandbox.origin });
  const confirmed = () => ({ ...shop(), confirmed: true });
  /** Commands that lose credentials or settings, and cannot be undone. */
  const risky = (): [command: string, argument: object][] => [
    ['application.refreshToken', shop()],
    ['application.forgetToken', shop()],
    ['application.keepForSession', shop()],
    ['application.remove', shop()],
    ['environment.remove', { ...shop(), envId: staging() }],
    ['user.signOut', shop()],
    ['secrets.forgetAll', {}],
  ];
  const staging = () => service().shop.environments[0]?.envId ?? assert.fail('no test environment');

  it('add an application without asking anything', async () => {
    assert.equal(await run('application.add', argumentOf(service().shop)), undefined);
    const { clientSecret: _, ...shown } = argumentOf(service().shop);
    assert.deepEqual(storedApplications(), [{ ...shown, contentGroups: [] }]);
  });

  it('authorize with four requests on at most two connections', async () => {
    const before = service().sandbox.requests.length;
    await run('application.authorize', shop());
    const requests = service().sandbox.requests.slice(before);
    assert.deepEqual(
      requests.map(({ method, hasCookie, bodyHasSecret }) => ({ method, hasCookie, bodyHasSecret })),
      [
        { method: 'POST', hasCookie: false, bodyHasSecret: true },
        { method: 'GET', hasCookie: true, bodyHasSecret: false },
        { method: 'GET', hasCookie: true, bodyHasSecret: false },
        { method: 'POST', hasCookie: false, bodyHasSecret: true },
      ],
    );
    assert.ok(new Set(requests.map(({ connection }) => connection)).size <= 2);
  });

  it('verify in the named environment', async () => {
    await run('application.verifyToken', { ...shop(), envId: staging() });
    const last = service().sandbox.requests.at(-1);
    assert.deepEqual([last?.path, last?.status, last?.environment], ['/oserve/v2.2/server/time/', 200, staging()]);
    await run('application.verifyToken', { clientId: shop().clientId });
    assert.equal(service().sandbox.requests.at(-1)?.environment, undefined);
  });

  it('refresh with one request, and renew silently when the service rejects a token', async () => {
    const before = service().sandbox.requests.length;
    await run('application.refreshToken', confirmed());
    assert.equal(service().sandbox.requests.length, before + 1);
    service().sandbox.revokeTokens(shop().clientId);
    await run('application.verifyToken', shop());
  });

  it('reject with the message that a user would see', async () => {
    assert.equal(
      await rejection(run('application.verifyToken', { clientId: 'unknown' })),
      'There is no application or environment with these IDs.',
    );
    assert.equal(
      await rejection(run('application.verifyToken', { ...shop(), envId: 'unknown' })),
      'There is no application or environment with these IDs.',
    );
    assert.equal(
      await rejection(run('application.add', { ...argumentOf(service().blog), clientSecret: 'not-this-one' })),
      'The service refused these credentials (“client_secret is wrong.”). Check ClientID and ClientSecret.',
    );
    assert.match(
      await rejection(run('application.add', { ...argumentOf(service().blog), serverDomain: 'http://example.com' })),
      /Plain http would show your credentials to the network/,
    );
    const unreachable = { ...argumentOf(service().blog), authUrl: 'http://127.0.0.1:1' };
    assert.match(await rejection(run('application.add', unreachable)), /refused the connection/);
    assert.match(await rejection(run('application.add', argumentOf(service().shop))), /already has this ClientID/);
    assert.equal(storedApplications().length, 1);
  });

  it('add an application once if another command adds it while they ask the service', async () => {
    const { origin } = gate();
    const blog = { ...argumentOf(service().blog), authUrl: origin, serverDomain: origin };
    const held = gate().hold('POST');
    const late = rejection(run('application.add', blog));
    await held.arrived;
    await run('application.add', blog);
    held.release();
    assert.equal(await late, '“Sandbox Blog” already has this ClientID on this server.');
    assert.equal(storedApplications().length, 2);
    await run('application.authorize', { clientId: blog.clientId });
    await run('application.remove', { clientId: blog.clientId, confirmed: true });
  });

  it('keep the ClientSecret of an application that is added while another one for it cannot be tried', async () => {
    const { origin } = gate();
    const blog = { ...argumentOf(service().blog), authUrl: origin, serverDomain: origin };
    const { name: _, ...untried } = { ...blog, clientSecret: 'never-tried' };
    gate().redirect('POST', 'http://127.0.0.1:1/');
    const added = async () => {
      await run('application.add', blog);
      return 'Keep Anyway';
    };
    const adding = async () => void (await run('application.add', untried));
    const late = withUser([[/could not be tried/, added]], () => withPerson(() => 'Another Blog', adding));
    assert.equal(await rejection(late), '“Sandbox Blog” already has this ClientID on this server.');
    await run('application.authorize', { clientId: blog.clientId });
    await run('application.remove', { clientId: blog.clientId, confirmed: true });
  });

  it('refuse a key that they do not know, because without its Env ID a command means production', async () => {
    const { clientId, authUrl } = shop();
    const before = service().sandbox.requests.length;
    for (const [command, argument, key] of [
      ['application.verifyToken', { clientId, envid: staging() }, 'envid'],
      ['application.verifyToken', { clientID: clientId, envId: staging() }, 'clientID'],
      ['application.verifyToken', { clientID: clientId }, 'clientID'],
      ['application.verifyToken', { client: clientId }, 'client'],
      ['application.verifyToken', { clientId, name: 'Staging' }, 'name'],
      ['application.authorize', { clientId, authurl: authUrl }, 'authurl'],
      ['table.open', { clientId, table: 'product', environment: 'Staging' }, 'environment'],
      ['table.open', { clientId, table: 'product', '[a](command:b)': 1 }, '[a] (command:b)'],
    ] as const) {
      const refused = `The argument cannot be used: ${key} is not valid.`;
      assert.equal(await rejection(run(command, argument)), refused, JSON.stringify(argument));
    }
    assert.match(
      await rejection(run('table.open', { table: 'product' })),
      /no application or environment with these IDs/,
    );
    assert.equal(service().sandbox.requests.length, before);
  });

  it('accept the objects that menus, links and rows pass', async () => {
    for (const argument of [
      { groupId: 0, editorIndex: 0 },
      { test: {}, message: {} },
      { first: true },
      { entry: {} },
      { day: 'Monday', entries: [] },
      { filter: '404', count: 0, all: 1 },
      vscode.Uri.file('/a'),
    ])
      assert.equal(await run('log.show', argument), undefined, JSON.stringify(argument));
  });

  it('add no environment that the service does not know, unless a confirmation is given', async () => {
    const stored = storedApplications();
    const unknown = { name: 'Rehearsal', envId: 'preview-id' };
    const { environments } = argumentOf(service().blog);
    const wrong = /^Rehearsal: The service does not know this Env ID\. .*“The Env ID in X-Hydrogen-Env-ID is not known/;
    assert.match(await rejection(run('environment.add', { ...shop(), ...unknown })), wrong);
    const blog = { ...argumentOf(service().blog), environments: [...environments, unknown] };
    assert.match(await rejection(run('application.add', blog)), wrong);
    service().sandbox.fail({ kind: 'reset', path: '/hserve/', times: 2 });
    const untried = /^Rehearsal: The Env ID could not be tried\. The connection to .* was lost/;
    assert.match(await rejection(run('environment.add', { ...shop(), ...unknown })), untried);
    service().sandbox.clearFaults();
    service().sandbox.fail({ kind: 'html', status: 403, path: '/hserve/' });
    assert.match(await rejection(run('environment.add', { ...shop(), ...unknown })), /could not be tried\. .*403/);
    assert.deepEqual(storedApplications(), stored);
    assert.match(
      await rejection(run('application.authorize', { clientId: blog.clientId })),
      /^There is no application or environment/,
    );
  });

  it('add, select and remove environments and content groups', async () => {
    await run('environment.add', { ...confirmed(), name: 'Preview', envId: 'preview-id' });
    assert.deepEqual(storedApplications()[0]?.environments.at(-1), { name: 'Preview', envId: 'preview-id' });
    assert.equal(await run('environment.select', { ...shop(), envId: 'preview-id' }), undefined);
    await run('environment.remove', { ...confirmed(), envId: 'preview-id' });
    assert.equal(storedApplications()[0]?.environments.length, 1);
    await run('contentGroup.add', { ...shop(), contentGroupId: '42' });
    assert.deepEqual(storedApplications()[0]?.contentGroups, [{ id: '42' }]);
    await run('application.select', shop());
  });

  it('return nothing, so that they return no credential', async () => {
    for (const command of ['authorize', 'refreshToken', 'verifyToken', 'select', 'forgetToken']) {
      assert.equal(await run(`application.${command}`, confirmed()), undefined, command);
    }
  });

  it('require a confirmation for actions that cannot be undone', async () => {
    const file = vscode.Uri.file(path.join(userData, '..', 'kept.json'));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('kept'));
    await run('environment.add', { ...confirmed(), name: 'Kept', envId: 'kept-id' });
    const before = service().sandbox.requests.length;
    for (const [command, argument] of [...risky(), ['applications.export', { uri: file }] as const]) {
      for (const word of [{}, { confirmed: 'true' }]) {
        assert.match(await rejection(run(command, { ...argument, ...word })), /confirmed: true/, command);
      }
    }
    assert.equal(service().sandbox.requests.length, before);
    assert.deepEqual(storedApplications()[0]?.environments.at(-1), { name: 'Kept', envId: 'kept-id' });
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), 'kept');
    await run('applications.export', { uri: file, confirmed: true });
    assert.match(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), /kept-id/);
    await vscode.workspace.fs.delete(file);
    await run('environment.remove', { ...confirmed(), envId: 'kept-id' });
  });

  it('ask the user before actions that cannot be undone, even with a confirmation, unless the settings allow the command', async () => {
    const file = vscode.Uri.file(path.join(userData, '..', 'asked.json'));
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode('kept'));
    const before = [storedApplications(), service().sandbox.requests.length];
    for (const [command, argument] of [...risky(), ['applications.export', { uri: file }] as const]) {
      const declined = async () =>
        assert.equal(await rejection(run(command, { ...argument, confirmed: true })), 'Cancelled.', command);
      const asked = await withoutAllowance(command, () => withPerson(() => undefined, declined));
      assert.deepEqual(
        asked.map(({ kind }) => kind),
        ['modal'],
        command,
      );
    }
    assert.deepEqual([storedApplications(), service().sandbox.requests.length], before);
    assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)), 'kept');
    await vscode.workspace.fs.delete(file);
    await run('application.verifyToken', shop());
  });

  it('include exactly the asking commands in the setting that allows them', () => {
    const { contributes } = vscode.extensions.getExtension(extensionId)?.packageJSON as {
      contributes: { configuration: { properties: Record<string, { items: { enum: string[] } }> } };
    };
    const allowed = contributes.configuration.properties['hydrogen.allowWithoutConfirmation']?.items.enum;
    const own = risky().map(([command]) => `hydrogen.${command}`);
    const worlds = ['bring', 'bringAgain', 'loadWorld', 'removeWorld', 'saveWorld'].map(name => `sandbox.${name}`);
    // These ask only when they would replace a file or a passphrase, or before they run code.
    const replacing = ['applications.export', 'connection.enterPassphrase', 'sandbox.save', 'table.generateTypes'];
    const functions = ['addToWorkspace', 'run', 'runIn'].map(name => `function.${name}`);
    const others = [...replacing, ...worlds, ...functions, 'table.export'].map(command => `hydrogen.${command}`);
    assert.deepEqual(allowed, [...own, ...others].sort());
  });

  it('leave no ClientSecret in settings or files', async () => {
    const { clientSecret } = service().shop;
    const settings = JSON.stringify(vscode.workspace.getConfiguration('hydrogen'));
    assert.ok(settings.includes(service().shop.clientId) && !settings.includes(clientSecret));
    assert.deepEqual(await userFilesWith(new RegExp(clientSecret)), []);
  });

  it('remove an application with its ClientSecret', async () => {
    assert.equal(await run('application.remove', confirmed()), undefined);
    assert.deepEqual(storedApplications(), []);
    await writeApplications([{ ...argumentOf(service().shop), clientSecret: undefined }]);
    assert.match(
      await rejection(run('application.authorize', shop())),
      /No ClientSecret is stored for this application/,
    );
  });

  it('remove stored secrets when the settings say that they are kept for the session', async () => {
    const { clientSecret: _, ...entry } = argumentOf(service().shop);
    await run('application.remove', confirmed());
    await run('application.add', argumentOf(service().shop));
    await writeApplications([{ ...entry, sessionOnly: true }]);
    await run('application.remove', confirmed());
    await writeApplications([entry]);
    assert.match(
      await rejection(run('application.authorize', shop())),
      /No ClientSecret is stored for this application/,
    );
  });
});
