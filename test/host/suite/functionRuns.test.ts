import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { startSandbox } from '../../../src/sandbox/sandbox';
import { callerOf } from '../../unit/sandbox/fixture';
import { eventually } from '../../ui/driver/eventually';
import { argumentOf, waitForProblems, rejection, run, shownDocument, writeSetting } from './fixture';
import { withPerson, withUser } from './person';

interface ShownRun {
  data: unknown;
  error: { message: string; type: string } | undefined;
  log: string;
  sent: { name: string }[];
}

/** Resolves with the session and the thread when a debugger stops. */
async function whenStopped(): Promise<{ session: vscode.DebugSession; thread: number }> {
  return new Promise(resolve => {
    const registered = vscode.debug.registerDebugAdapterTrackerFactory('*', {
      createDebugAdapterTracker: session => ({
        onDidSendMessage(message: { event?: string; body?: { threadId?: number } }) {
          if (message.event !== 'stopped') return;
          registered.dispose();
          resolve({ session, thread: message.body?.threadId ?? 0 });
        },
      }),
    });
  });
}

describe('a cloud function of the workspace', () => {
  let root: string;
  const file = (name: string) => path.join(root, 'functions', name, 'index.js');
  const runs = (command: string, name: string) => run(`function.${command}`, { name }) as Promise<ShownRun>;
  const write = async (name: string, code: string, event?: object) => {
    await mkdir(path.dirname(file(name)), { recursive: true });
    await writeFile(file(name), code);
    if (event !== undefined)
      await writeFile(path.join(path.dirname(file(name)), `${name}.event.json`), JSON.stringify(event));
  };

  before(async () => {
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
    await writeFile(path.join(root, 'hydrogen.json'), JSON.stringify({ functions: { folder: 'functions' } }));
  });
  after(async () => {
    await run('sandbox.stop');
    await rm(path.join(root, 'functions'), { recursive: true, force: true });
    await rm(path.join(root, 'hydrogen.json'), { force: true });
  });

  it('runs in the sandbox after one question', async () => {
    const code = `exports.main = async event => { console.log('seen'); await BaaS.sendEmail({ recipient: 'a@example.com' });
      return [event.eventType, event.data, await new BaaS.TableObject('product').count()] }`;
    await write('counts', code, { subject: 'timer', data: { a: 1 } });
    await withPerson(
      () => undefined,
      async () => assert.match(await rejection(runs('run', 'counts')), /Cancelled/),
    );
    let shown: ShownRun | undefined;
    const asked = await withPerson(
      ({ choices }) => choices[0],
      async () => {
        shown = await runs('run', 'counts');
        await runs('run', 'counts');
      },
    );
    assert.deepEqual(
      asked.filter(({ kind }) => kind === 'modal').map(({ title }) => title),
      ['Run counts on this machine?'],
    );
    assert.deepEqual([shown?.error, shown?.data], [undefined, ['timer', { a: 1 }, 60]]);
    assert.deepEqual(
      shown?.sent.map(({ name }) => name),
      ['sendEmail'],
    );
    const text = shownDocument().getText();
    assert.match(text, /^\/\/ Run \d+ of counts in Sandbox Shop/);
    assert.match(text, /BaaS\.sendEmail\(\{"recipient":"a@example.com"\}\)/);
    assert.match(text, / LOG seen$/m);
  });

  it('shows its error at the line', async () => {
    await write('fails', `exports.main = () => {\n  throw new RangeError('too far');\n};\n`);
    const document = await vscode.workspace.openTextDocument(file('fails'));
    const { error } = await runs('run', 'fails');
    assert.deepEqual(error?.type, 'RangeError');
    await waitForProblems(document, [[1, /^too far$/]]);
  });

  it('shows its error at the line of a folder that is a link', async () => {
    await write('target', `exports.main = () => {\n  throw new RangeError('too far');\n};\n`);
    await symlink(path.dirname(file('target')), path.dirname(file('linked')));
    const document = await vscode.workspace.openTextDocument(file('linked'));
    const { error } = await runs('run', 'linked');
    assert.deepEqual(error?.type, 'RangeError');
    await waitForProblems(document, [[1, /^too far$/]]);
  });

  it('shows no failure when the run is cancelled', async () => {
    await write('endless', 'exports.main = () => new Promise(() => setInterval(() => undefined, 1000))');
    const { window } = await import('vscode');
    const { withProgress } = window;
    const cancelled = new vscode.CancellationTokenSource();
    cancelled.cancel();
    const atOnce: typeof withProgress = async (_, work) => work({ report: () => undefined }, cancelled.token);
    Object.assign(window, { withProgress: atOnce });
    try {
      assert.match(await rejection(runs('run', 'endless')), /Cancelled/);
    } finally {
      Object.assign(window, { withProgress });
    }
  });

  it('ends although a process that it started keeps its output open', async () => {
    const started = `require('child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 600000)'], { stdio: 'inherit' })`;
    await write('leaves', `exports.main = async () => { console.log('seen'); return ${started}.pid }`);
    const { data, error, log } = await runs('run', 'leaves');
    process.kill(Number(data));
    assert.deepEqual([error, / LOG seen$/m.test(log)], [undefined, true]);
  });

  it('is not run if the Node of the settings cannot be started', async () => {
    await write('any', 'exports.main = () => 1');
    await writeSetting('hydrogen.functions.node', path.join(root, 'absent'));
    try {
      assert.match(
        await rejection(runs('run', 'any')),
        /^Node could not be started: .*ENOENT\. See the setting hydrogen\.functions\.node\.$/,
      );
    } finally {
      await writeSetting('hydrogen.functions.node', undefined);
    }
  });

  it('stays open beside its result, even if it was only previewed', async () => {
    await write('previewed', 'exports.main = () => 1');
    await vscode.window.showTextDocument(vscode.Uri.file(file('previewed')), { preview: true });
    await runs('run', 'previewed');
    const { tabs, activeTab } = vscode.window.tabGroups.activeTabGroup;
    assert.match(activeTab?.label ?? '', /^previewed \d+\.jsonc$/);
    assert.ok(tabs.some(({ label }) => label === 'index.js'));
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is not run with an event that is not valid, or without a file', async () => {
    await write('wrong', 'exports.main = () => 1', { subject: 'nobody' });
    assert.equal(await rejection(runs('run', 'wrong')), 'wrong.event.json: subject is not valid.');
    assert.match(await rejection(runs('run', 'nowhere')), /^nowhere is not in the workspace/);
    assert.match(await rejection(runs('run', '../x')), /has a name that cannot be a folder/);
    await write('ofTable', 'exports.main = () => 1', { subject: 'flex_schema', schema_id: 4711 });
    assert.match(
      await rejection(runs('run', 'ofTable')),
      /^ofTable\.event\.json: the sandbox has no table with the ID 4711\./,
    );
  });

  it('is not run in an environment with another event than its own if hydrogen.json is not valid', async () => {
    await run('sandbox.start');
    const hello = { clientId: '8ee5700938755f0703fc', name: 'hello' };
    const settings = path.join(root, 'hydrogen.json');
    const valid = await readFile(settings, 'utf8');
    await writeFile(settings, '{ "functions": ');
    try {
      assert.equal(await rejection(run('function.runIn', hello)), 'hydrogen.json is not valid JSON.');
    } finally {
      await writeFile(settings, valid);
    }
  });

  it('is marked where Node 12 cannot run it', async () => {
    await write('modern', 'exports.main = event => event.data?.a;\n');
    const document = await vscode.workspace.openTextDocument(file('modern'));
    await waitForProblems(document, [[0, /Node 12/]]);
    const settings = path.join(root, 'hydrogen.json');
    const bound = await readFile(settings, 'utf8');
    try {
      await writeFile(settings, '{}');
      await waitForProblems(document, []);
    } finally {
      await writeFile(settings, bound);
    }
    await waitForProblems(document, [[0, /Node 12/]]);
  });

  it('leads to its failed line in an environment: in its file if that has the deployed code, or else in the deployed code', async () => {
    const sandbox = await startSandbox({ runFunctions: true });
    const [shop] = sandbox.applications;
    assert.ok(shop);
    const place = { clientId: shop.clientId, authUrl: shop.authUrl };
    const failing = { ...place, name: 'failing' };
    const path = '/oserve/v1.3/cloud-function/';
    const code = `exports.main = () => {\n  throw new RangeError('too far');\n};\n`;
    const answers = [
      [/^Run failing in /, 'Run'],
      [/^A run of failing in .* failed/, 'Show Line'],
    ] as const;
    const shownFor = async (line: number) => {
      await withUser(answers, async () => {
        await run('function.runIn', failing);
        await eventually(() => assert.equal(vscode.window.activeTextEditor?.selection.active.line, line));
      });
      return vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
    };
    try {
      await run('application.add', argumentOf(shop));
      await run('application.authorize', place);
      const call = await callerOf(shop);
      await call.json(`POST ${path}`, { body: { name: 'failing', function_code: code } }, 201);
      await write('failing', code);
      assert.equal((await shownFor(1)).uri.fsPath, vscode.Uri.file(file('failing')).fsPath);
      // The document of the deployed code is open before somebody else deploys.
      await run('function.open', failing);
      await vscode.commands.executeCommand('workbench.action.keepEditor');
      const moved = `// deployed by somebody else\n${code}`;
      await call.json(`PATCH ${path}failing/`, { body: { function_code: moved } }, 202);
      const shown = await shownFor(2);
      assert.match(shown.uri.path, /\/functions\/failing · .*\.js$/);
      assert.equal(shown.getText(), moved);
    } finally {
      await run('application.remove', { ...place, confirmed: true });
      await sandbox.close();
    }
  });

  it('is reported as possibly run in an environment if its response is lost or the user cancels', async () => {
    const sandbox = await startSandbox();
    const [shop] = sandbox.applications;
    assert.ok(shop);
    const place = { clientId: shop.clientId, authUrl: shop.authUrl };
    const debugging = { method: 'POST', path: '/oserve/v1.3/cloud-function/hello/debug/' };
    const messageOf = async () => {
      let message = '';
      await withPerson(
        ({ choices }) => choices.find(each => each === 'Run'),
        async () => void (message = await rejection(run('function.runIn', { ...place, name: 'hello' }))),
      );
      return message;
    };
    const mayHaveRun = (reason: string) =>
      `It is not known whether hello ran (${reason}). Look at its runs before you run it again.`;
    const { window } = await import('vscode');
    const { withProgress } = window;
    const cancelled = new vscode.CancellationTokenSource();
    const cancellable: typeof withProgress = async (_, work) => work({ report: () => undefined }, cancelled.token);
    let stop = () => {};
    try {
      await run('application.add', argumentOf(shop));
      await run('application.authorize', place);
      sandbox.fail({ kind: 'lostResponse', ...debugging });
      assert.equal(await messageOf(), mayHaveRun('Connection broken'));
      sandbox.fail({ kind: 'never', ...debugging });
      stop = sandbox.onRequest(({ path: asked }) => asked === debugging.path && cancelled.cancel());
      Object.assign(window, { withProgress: cancellable });
      assert.equal(await messageOf(), mayHaveRun('Cancelled'));
    } finally {
      Object.assign(window, { withProgress });
      stop();
      await run('application.remove', { ...place, confirmed: true });
      await sandbox.close();
    }
  });

  it('stops at a breakpoint with its variables, and continues to its result', async () => {
    const code = `exports.main = async event => {\n  const count = await new BaaS.TableObject('product').count();\n  return count;\n};\n`;
    await write('stops', code, { data: { a: 1 } });
    const breakpoint = new vscode.SourceBreakpoint(
      new vscode.Location(vscode.Uri.file(file('stops')), new vscode.Position(2, 0)),
    );
    vscode.debug.addBreakpoints([breakpoint]);
    try {
      const stop = whenStopped();
      const running = runs('debug', 'stops');
      const { session, thread } = await stop;
      await eventually(() => assert.equal(session.name, 'stops in the sandbox'));
      const trace = (await session.customRequest('stackTrace', { threadId: thread, levels: 1 })) as {
        stackFrames: { id: number; line: number }[];
      };
      const [frame] = trace.stackFrames;
      assert.equal(frame?.line, 3);
      const value = (await session.customRequest('evaluate', {
        expression: 'count + event.data.a',
        frameId: frame?.id,
      })) as { result: string };
      assert.equal(value.result, '61');
      await session.customRequest('continue', { threadId: thread });
      const shown = await running;
      assert.deepEqual([shown.error, shown.data], [undefined, 60]);
    } finally {
      vscode.debug.removeBreakpoints([breakpoint]);
    }
  });
});
