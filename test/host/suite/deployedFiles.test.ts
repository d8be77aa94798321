import assert from 'node:assert/strict';
import { mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, beforeEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { codeHash } from '../../../src/functions/functionService';
import { callerOf, type Caller } from '../../unit/sandbox/fixture';
import { eventually } from '../../ui/driver/eventually';
import { rejection, run, storageFolder, useAuthorizedShop, useSandbox } from './fixture';
import { choosing, withPerson, withUser } from './person';

const list = '/oserve/v1.3/cloud-function/';
const [first, second, third, fourth] = [1, 2, 3, 4].map(value => `exports.main = ${value};\n`) as [
  string,
  string,
  string,
  string,
];

describe('the file of a function and its base', () => {
  const service = useSandbox();
  const authorized = useAuthorizedShop(service);
  const shop = () => ({ ...authorized(), name: 'f' });
  let root: string;
  let call: Caller;
  const inFolder = (...parts: string[]) => path.join(root, 'functions', ...parts);
  const file = () => inFolder('f', 'index.js');
  const here = () => readFile(file(), 'utf8');
  const there = async () => (await call.json<{ function_code: string }>(`GET ${list}f/`)).function_code;
  const change = (code: string) => call.json(`PATCH ${list}f/`, { body: { function_code: code } }, 202);
  const deploy = async () => void (await run('function.deploy', shop()));
  const add = async () => void (await run('function.addToWorkspace', { ...shop(), confirmed: true }));
  const base = async () =>
    /"f": "(\w+)"/.exec(await readFile(inFolder('functions.lock.json'), 'utf8'))?.[1] ?? assert.fail();
  const type = async (code: string) => {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file()));
    // VS Code refuses to show a document if another editor, such as a comparison, opens in the meantime.
    await eventually(async () => vscode.window.showTextDocument(document));
    // VS Code refuses the edit while it reads a file again that was just written.
    await eventually(async () => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(document.uri, new vscode.Range(0, 0, document.lineCount, 0), code);
      await vscode.workspace.applyEdit(edit);
      assert.ok(document.isDirty);
    });
    return document;
  };

  /** Runs `body` while no version can be stored: a file is in the place of their folder. */
  const withoutVersions = async (body: () => Promise<void>) => {
    const versions = path.join(storageFolder, 'functionVersions');
    await rename(versions, `${versions}.away`);
    await writeFile(versions, '');
    try {
      await body();
    } finally {
      await rm(versions);
      await rename(`${versions}.away`, versions);
    }
  };

  before(async () => {
    root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? assert.fail('no workspace');
    call = await callerOf(service().shop);
  });
  beforeEach(async () => {
    await call.json(`POST ${list}`, { body: { name: 'f', function_code: first } }, 201);
    await add();
  });
  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await call(`DELETE ${list}f/`);
    await rm(inFolder(), { recursive: true });
  });
  after(async () => {
    await rm(path.join(root, 'hydrogen.json'), { recursive: true, force: true });
  });

  it('are deployed again by “Try Again”, even if the file of another function is active', async () => {
    const { sandbox } = service();
    const open = (name: string) => vscode.window.showTextDocument(vscode.Uri.file(inFolder(name, 'index.js')));
    await call.json(`POST ${list}`, { body: { name: 'g', function_code: second } }, 201);
    try {
      await run('function.addToWorkspace', { ...shop(), name: 'g', confirmed: true });
      await run('application.select', { clientId: shop().clientId });
      await open('f');
      const from = sandbox.requests.length;
      const reads = () => sandbox.requests.slice(from).flatMap(({ path: at }) => (/[fg]\/$/.test(at) ? [at] : []));
      sandbox.fail({ kind: 'status', status: 500, path: `${list}f/`, times: 1 });
      const openOther = async () => {
        await open('g');
        return 'Try Again';
      };
      await withUser([[/500/, openOther]], async () => {
        await run('function.deploy');
        await eventually(() => assert.equal(reads().length, 2));
      });
      assert.deepEqual(reads(), [`${list}f/`, `${list}f/`]);
    } finally {
      await call(`DELETE ${list}g/`);
    }
  });

  it('are not deployed if Node 12 cannot load the code', async () => {
    await writeFile(file(), '\ufeff// 😀\r\nexports.main = event => event.data?.a;\n');
    assert.equal(
      await rejection(deploy()),
      'f was not deployed. Line 2: The service runs Node 12, which does not understand “?.”. Use a && a.b.',
    );
    assert.equal(await there(), first);
    const { document, selection } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    assert.deepEqual([document.fileName, selection.active.line], [file(), 1]);
  });

  it('stay as they are while the file has unsaved changes', async () => {
    const document = await type(second);
    await change(third);
    await withPerson(choosing('Replace'), async () => {
      assert.equal(await rejection(add()), 'This document has unsaved changes. Save it, or revert the file.');
    });
    assert.deepEqual([await here(), await base(), document.getText()], [first, codeHash(first), second]);
  });

  it('stay as they are if the file changes while the question to replace it is open', async () => {
    await writeFile(file(), second);
    await withPerson(
      async question => {
        await writeFile(file(), third);
        return choosing('Replace')(question);
      },
      async () => assert.match(await rejection(add()), /was changed after the comparison/),
    );
    assert.equal(await here(), third);
  });

  it('stay as they are if the file is edited during the comparison', async () => {
    await change(third);
    await writeFile(file(), second);
    await withPerson(
      async question => {
        if (question.choices.includes('Keep Theirs')) await type(fourth);
        return choosing('Compare', 'Keep Theirs')(question);
      },
      async () => assert.match(await rejection(deploy()), /was changed after the comparison/),
    );
    assert.deepEqual([await here(), await base()], [second, codeHash(first)]);
  });

  it('are those of a deployment whose base cannot be stored, which is reported as deployed', async () => {
    await writeFile(file(), second);
    await symlink(os.tmpdir(), inFolder('functions.lock.json.lock'), 'junction');
    await withPerson(choosing('Deploy'), async () => {
      assert.equal(
        await rejection(deploy()),
        'f was deployed to Sandbox Shop · Production. functions/functions.lock.json.lock is a link that leads out of the workspace.',
      );
    });
    assert.equal(await there(), second);
  });

  it('are not called changed by somebody else if the base is not known', async () => {
    await writeFile(file(), second);
    await rm(inFolder('functions.lock.json'));
    const asked = await withPerson(
      () => undefined,
      async () => assert.match(await rejection(deploy()), /Cancelled/),
    );
    assert.equal(asked[0]?.title, 'f in Sandbox Shop · Production has other code than expected.');
  });

  it('are not deployed over code that cannot be kept, but create a function, and the message names the folder', async () => {
    await change(third);
    await writeFile(file(), second);
    await withoutVersions(async () => {
      await withPerson(choosing('Compare', 'Overwrite', 'Deploy'), async () => {
        assert.match(await rejection(deploy()), /functionVersions cannot be written\. Check the permissions/);
      });
      assert.equal(await there(), third);
      await call(`DELETE ${list}f/`);
      await withPerson(choosing('Create', 'Deploy'), deploy);
      assert.deepEqual([await there(), await base()], [second, codeHash(second)]);
    });
  });

  it('are written to the workspace even if no version can be kept, and an equal file is not written again', async () => {
    await withoutVersions(async () => {
      await change(second);
      await withPerson(choosing('Replace'), add);
      assert.deepEqual([await here(), await base()], [second, codeHash(second)]);
      const { ino } = await stat(file());
      await add();
      assert.equal((await stat(file())).ino, ino);
    });
  });

  it('are shown in the open document of the deployed code after a deployment', async () => {
    await run('function.open', shop());
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
    assert.equal(document.getText(), first);
    await writeFile(file(), second);
    await withPerson(choosing('Deploy'), deploy);
    await eventually(() => assert.equal(document.getText(), second));
  });

  it('leave the open document of the deployed code as it is if that cannot be read after a failure', async () => {
    await run('function.open', shop());
    const document = vscode.window.activeTextEditor?.document ?? assert.fail('no editor');
    const texts: string[] = [];
    const changed = vscode.workspace.onDidChangeTextDocument(
      event => event.document === document && texts.push(document.getText()),
    );
    const { sandbox } = service();
    let reads = 0;
    const stop = sandbox.onRequest(({ path: read }) => void (reads += read === `${list}f/` ? 1 : 0));
    try {
      await writeFile(file(), second);
      sandbox.fail({ kind: 'status', status: 503, path: `${list}f/`, times: 100 });
      await withPerson(choosing('Deploy'), async () => void (await rejection(deploy())));
      await eventually(() => assert.equal(reads, 2));
      sandbox.clearFaults();
      await withPerson(choosing('Deploy'), deploy);
      await eventually(() => assert.equal(document.getText(), second));
    } finally {
      sandbox.clearFaults();
      changed.dispose();
      stop();
    }
    assert.deepEqual(new Set(texts), new Set([second]));
  });

  it('are not written if hydrogen.json cannot be read, and the message says so', async () => {
    const settings = path.join(root, 'hydrogen.json');
    await rename(settings, `${settings}.away`);
    await mkdir(settings);
    try {
      assert.equal(await rejection(add()), 'hydrogen.json cannot be read.');
    } finally {
      await rm(settings, { recursive: true });
      await rename(`${settings}.away`, settings);
    }
  });
});
