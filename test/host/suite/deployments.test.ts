import assert from 'node:assert/strict';
import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeHash } from '../../../src/functions/functionService';
import { decorationOf } from '../../../src/ui/functions/workspace/decorations';
import { functionRowUri } from '../../../src/ui/nodes/functionUri';
import { callerOf, type Caller } from '../../unit/sandbox/fixture';
import { argumentOf, rejection, run, useAuthorizedShop, useSandbox } from './fixture';
import { choosing, titlesOf, withPerson, withUser, type Asked } from './person';

const list = '/oserve/v1.3/cloud-function/';
const [first, second, third] = ['exports.main = 1;\r\n', '\ufeffexports.main = 2;\n', 'exports.main = 3;'];

/** Chooses the newest version and deploys it. @param moved runs before the last question is answered */
const rollingBack =
  (moved?: () => Promise<unknown>) =>
  async ({ title, choices }: Asked): Promise<string | undefined> => {
    if (title.startsWith('Versions of f')) return choices[0];
    if (choices.includes('Roll Back')) await moved?.();
    return ['Roll Back', 'Deploy'].find(each => choices.includes(each));
  };
const titles = (asked: readonly Asked[], kind: Asked['kind']) =>
  asked.filter(each => each.kind === kind).map(({ title }) => title);

/** Returns a task that runs no process, because not every host has terminals. It ends with the exit code `code`. */
function taskThatEnds(name: string, code: number): vscode.Task {
  const execution = new vscode.CustomExecution(async () => {
    const ended = new vscode.EventEmitter<number>();
    return { onDidWrite: () => ended, onDidClose: ended.event, open: () => ended.fire(code), close: () => undefined };
  });
  return new vscode.Task({ type: 'npm', script: name }, vscode.TaskScope.Workspace, name, 'test', execution);
}

describe('a deployment to production', () => {
  const service = useSandbox();
  const authorized = useAuthorizedShop(service);
  const shop = () => ({ ...authorized(), name: 'f' });
  let root: string;
  let call: Caller;
  const file = () => path.join(root, 'functions', 'f', 'index.js');
  const here = () => readFile(file(), 'utf8');
  const there = async () => (await call.json<{ function_code: string }>(`GET ${list}f/`)).function_code;
  const change = (code: string) => call.json(`PATCH ${list}f/`, { body: { function_code: code } }, 202);
  const deploy = async () => void (await run('function.deploy', shop()));
  const requests = () =>
    service()
      .sandbox.requests.filter(({ path: at }) => at === `${list}f/` || at === list)
      .map(({ method }) => method);

  before(async () => {
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
    call = await callerOf(service().shop);
  });
  beforeEach(async () => {
    await call.json(`POST ${list}`, { body: { name: 'f', function_code: first } }, 201);
    await run('function.addToWorkspace', shop());
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await call(`DELETE ${list}f/`);
    await rm(path.join(root, 'functions'), { recursive: true });
  });
  after(async () => {
    await rm(path.join(root, 'hydrogen.json'));
  });

  it('compares before the guard asks with the exact request, and once more after the question', async () => {
    await writeFile(file(), second);
    const from = requests().length;
    const asked = await withPerson(choosing('Deploy'), deploy);
    assert.deepEqual(titles(asked, 'modal').length, 1);
    assert.match(asked[0]?.detail ?? '', new RegExp(`PATCH .*${list}f/`));
    assert.match(asked[0]?.detail ?? '', /exports\.main = 2/);
    // There is no third GET, because the replaced code was stored as a version when it was read for the workspace.
    assert.deepEqual(requests().slice(from), ['GET', 'GET', 'PATCH']);
    assert.equal(await there(), second);
  });

  it('says what was deployed, and for how long a write by others would have been lost', async () => {
    await writeFile(file(), second);
    const asked = titlesOf(await withUser([[/^Deploy f/, 'Deploy']], deploy));
    const at = asked.indexOf('f was deployed to Sandbox Shop · Production');
    assert.ok(at > 0, asked.join('\n'));
    // VS Code shows the newest text, and then the earlier one for the rest of its time.
    assert.match(asked[at - 1] ?? '', /^Written \d+ ms after it was compared/);
  });

  it('replaces nothing that was deployed while the guard asked', async () => {
    await writeFile(file(), second);
    const asked = await withPerson(
      async question => {
        const isGuard = question.choices.includes('Deploy');
        if (isGuard) await change(third);
        return isGuard ? 'Deploy' : undefined;
      },
      async () => assert.match(await rejection(deploy()), /Cancelled/),
    );
    assert.equal(titles(asked, 'modal').at(-1), 'f in Sandbox Shop · Production has other code than expected.');
    assert.deepEqual([await there(), await here()], [third, second]);
  });

  it('offers to overwrite only beside the comparison, and does not ask the guard before', async () => {
    await change(third);
    await writeFile(file(), second);
    const asked = await withPerson(choosing('Compare', 'Overwrite', 'Deploy'), deploy);
    assert.deepEqual(
      asked.map(({ choices }) => choices.filter(choice => choice !== 'Show Complete Request').slice(0, 3)),
      [['Compare'], ['Cancel', 'Keep Theirs', 'Overwrite'], ['Deploy', 'Unlock for 10 Minutes']],
    );
    assert.equal(await there(), second);
  });

  it('keeps the code of the service byte for byte, which is the base of the next deployment', async () => {
    await change(third);
    await writeFile(file(), second);
    await withPerson(choosing('Compare', 'Keep Theirs'), deploy);
    assert.deepEqual([await there(), await here()], [third, third]);
    await writeFile(file(), first);
    assert.deepEqual(titles(await withPerson(choosing('Deploy'), deploy), 'modal').length, 1);
    assert.equal(await there(), first);
  });

  it('keeps a file that was changed after the comparison', async () => {
    await change(third);
    await writeFile(file(), second);
    await withPerson(
      async question => {
        if (question.choices.includes('Keep Theirs')) await writeFile(file(), first);
        return choosing('Compare', 'Keep Theirs')(question);
      },
      async () => assert.match(await rejection(deploy()), /was changed after the comparison/),
    );
    assert.deepEqual([await there(), await here()], [third, first]);
  });

  it('creates a deleted function again only after a question', async () => {
    await call(`DELETE ${list}f/`);
    await writeFile(file(), second);
    const from = requests().length;
    await withPerson(
      () => undefined,
      async () => assert.match(await rejection(deploy()), /Cancelled/),
    );
    assert.deepEqual(requests().slice(from), ['GET']);
    const asked = await withPerson(choosing('Create', 'Deploy'), deploy);
    assert.match(asked[0]?.title ?? '', /^Create the cloud function f in /);
    assert.equal(await there(), second);
  });

  it('is undone from the versions byte for byte', async () => {
    await writeFile(file(), second);
    await withPerson(choosing('Deploy'), deploy);
    await change(third);
    const asked = await withPerson(rollingBack(), async () => void (await run('function.versions', shop())));
    assert.match(asked[0]?.title ?? '', /^Versions of f, /);
    assert.equal(asked[0]?.detail, 'The service keeps no versions. These are on this machine only.');
    assert.equal(await there(), second);
  });

  it('is not undone if somebody else deploys meanwhile', async () => {
    await writeFile(file(), second);
    await withPerson(choosing('Deploy'), deploy);
    const rollBack = rollingBack(() => change(third));
    const asked = await withPerson(
      async question => (question.choices[0] === 'Compare' ? 'Compare' : rollBack(question)),
      async () => assert.match(await rejection(run('function.versions', shop())), /Cancelled/),
    );
    // “Keep Theirs” is not offered: it replaces the text of a file, and a version has no file.
    assert.deepEqual(asked.at(-1)?.choices, ['Cancel', 'Overwrite']);
    assert.equal(titles(asked, 'modal')[0], 'f in Sandbox Shop · Production has other code than expected.');
    assert.equal(await there(), third);
  });

  it('marks the row of its function as changed here, there or both, and no other row', async () => {
    const { clientId, authUrl, name } = shop();
    const application = { ...argumentOf(service().shop), clientId, authUrl, contentGroups: [] };
    const mark = async (environment?: { name: string; envId: string }) =>
      (await decorationOf(functionRowUri({ application, environment }, name, codeHash(await there()))))?.tooltip;
    assert.equal(await mark(), undefined);
    await writeFile(file(), second);
    assert.equal(await mark(), 'changed here');
    await change(third);
    assert.equal(await mark(), 'changed here and there');
    await writeFile(file(), first);
    assert.equal(await mark(), 'changed there');
    assert.equal(await mark({ name: 'Other', envId: 'other' }), undefined);
  });

  it('is stopped by a build task that fails, and by a build that is older than its source', async () => {
    const settings = path.join(root, 'hydrogen.json');
    const before = await readFile(settings, 'utf8');
    const provider = vscode.tasks.registerTaskProvider('npm', {
      provideTasks: () => [taskThatEnds('passing', 0), taskThatEnds('failing', 1)],
      resolveTask: () => undefined,
    });
    const building = (build: string) =>
      writeFile(settings, JSON.stringify({ ...JSON.parse(before), functions: { folder: 'functions', build } }));
    try {
      await writeFile(file(), second);
      await building('failing');
      assert.equal(await rejection(deploy()), 'The task failing failed. Nothing was deployed.');
      await building('absent');
      assert.equal(
        await rejection(deploy()),
        'There is no task called absent. Nothing was deployed. Define the task, or change “build” in hydrogen.json.',
      );
      await building('passing');
      const source = path.join(path.dirname(file()), 'main.ts');
      await writeFile(source, '');
      await utimes(source, new Date(), new Date(Date.now() + 60_000));
      const message = await rejection(deploy());
      assert.match(message, /main\.ts is newer than f\/index\.js, which the build should have written/);
      assert.equal(await there(), first);
    } finally {
      provider.dispose();
      await writeFile(settings, before);
    }
  });

  it('leaves no version after Forget All Secrets', async () => {
    const asked = await withPerson(
      () => undefined,
      async () => assert.match(await rejection(run('function.versions', shop())), /Cancelled/),
    );
    assert.ok((asked[0]?.choices.length ?? 0) > 0);
    const [question] = await withPerson(choosing('Forget All'), async () => void (await run('secrets.forgetAll')));
    assert.match(
      question?.detail ?? '',
      /passphrase .*the kept versions of cloud functions.* “hydrogen” replaced stays in its folder/,
    );
    assert.match(await rejection(run('function.versions', shop())), /^There is no version of f yet/);
  });
});
