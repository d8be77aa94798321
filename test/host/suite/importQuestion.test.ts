import assert from 'node:assert/strict';
import { appendFile, readdir, rename, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { folderLock } from '../../../src/auth/lock';
import { eventually } from '../../ui/driver/eventually';
import { callerOf, openPermissions } from '../../unit/sandbox/fixture';
import { rejection, run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { useGate } from './gate';
import { agrees, withProgressToken, type Result } from './importAnswers';
import { useFolder } from './requestDocuments';
import { withPerson, type Asked } from './person';

const guards = ({ kind, title }: Asked) => kind === 'modal' && /^Import \d+ rows into /.test(title);

describe('the question before an import of a file', () => {
  const service = useSandbox();
  useTextEditors();
  const gate = useGate(() => service().sandbox.origin);
  const folder = useFolder();
  const shop = useAuthorizedShop(service, () => gate().origin);
  const place = () => ({ ...shop(), table: 'note' });
  const write = async (name: string, rows: number) => {
    const lines = Array.from({ length: rows }, (_, at) =>
      JSON.stringify({ text: `${name} ${at} “名”\t\n😀 ${2 ** 60}` }),
    );
    await writeFile(path.join(folder(), name), `${lines.join('\n')}\n`);
    return vscode.Uri.file(path.join(folder(), name)).toString();
  };
  const imported = (uri: string) => run('table.import', { ...place(), uri }) as Thenable<Result>;
  /** Opens the complete request before it agrees, and adds its body to `bodies`. */
  const reading = (bodies: string[]) => (asked: Asked) => {
    if (guards(asked)) return 'Show Complete Request';
    if (!asked.choices.includes('Unlock for 10 Minutes')) return agrees(asked);
    bodies.push(shownDocument().getText().split('\n\n').at(-1) ?? '');
    return 'Import';
  };

  it('shows the bytes of the first request', async () => {
    const uri = await write('bytes.jsonl', 2200);
    const from = gate().bodies('POST').length;
    const shown: string[] = [];
    await withPerson(reading(shown), async () => assert.equal((await imported(uri)).isComplete, true));
    const sent = gate().bodies('POST')[from] ?? assert.fail('nothing was sent');
    assert.deepEqual(
      shown.map(text => Buffer.from(text)),
      [sent],
    );
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    assert.deepEqual(
      tabs.filter(({ label }) => label === 'Complete Request'),
      [],
    );
  });

  it('has one preview, also after the columns were changed', async () => {
    const uri = await write('previewed.jsonl', 300);
    const previews = () =>
      vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(({ label }) => label.startsWith('Preview of')));
    const answers = ['Continue', 'Show Preview', 'Change Columns…', 'Continue', 'Show Preview'];
    const seen: number[] = [];
    const choose = async () => {
      if (seen.length === 2) await eventually(() => assert.equal(previews().length, 1));
      // The tabs are up to date after a command of the workbench.
      await vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
      seen.push(previews().length);
      return answers.shift();
    };
    await withPerson(choose, async () => void (await rejection(imported(uri))));
    assert.deepEqual(seen, [0, 0, 1, 1, 1, 1]);
    await vscode.window.tabGroups.close(previews());
  });

  it('is asked again with other creation times if somebody stores a record with one of them while it is open', async () => {
    const uri = await write('asked.jsonl', 300);
    const call = await callerOf(service().shop);
    const times: number[] = [];
    const asked = await withPerson(
      async each => {
        if (!guards(each)) return agrees(each);
        const time = Number(/"created_at":(\d+)/.exec(each.detail)?.[1]);
        const body = { text: 'of somebody else', created_at: time };
        if (times.length === 0) await call.json('POST /oserve/v2.6/table/5004/record/', { body }, 201);
        times.push(time);
        return 'Import';
      },
      async () => assert.equal((await imported(uri)).stored, 300),
    );
    assert.equal(asked.filter(guards).length, 2);
    assert.notEqual(times[0], times[1]);
    assert.ok(gate().bodies('POST').at(-1)?.includes(`"created_at":${times[1]}}`));
  });

  it('says that the file was imported already if another window imports it while it is open', async () => {
    const uri = await write('elsewhere.jsonl', 300);
    await withPerson(agrees, async () => assert.equal((await imported(uri)).stored, 300));
    const name = (await readdir(folder())).find(each => each.endsWith('.import') && each.includes('elsewhere'));
    const [journal, away] = [path.join(folder(), name ?? assert.fail('no journal')), path.join(folder(), 'away')];
    for (const [answer, requests] of [
      ['Show Report', 0],
      ['Import Every Row Again', 1],
    ] as const) {
      await rename(journal, away);
      const from = gate().bodies('POST').length;
      const asked = await withPerson(
        async each => {
          if (guards(each)) await rename(away, journal).catch(() => undefined);
          return each.choices.includes(answer) ? answer : agrees(each);
        },
        async () => assert.equal((await imported(uri)).isComplete, true),
      );
      assert.equal(gate().bodies('POST').length - from, requests);
      const questions = asked.filter(each => guards(each) || /was imported already/.test(each.title));
      assert.deepEqual(questions.map(guards), requests === 0 ? [true, false] : [true, false, true]);
    }
  });

  it('waits for the import of another window, which can be cancelled', async () => {
    const uri = await write('waiting.jsonl', 300);
    await withPerson(agrees, async () => assert.equal((await imported(uri)).stored, 300));
    const journal = (await readdir(folder())).find(each => each.endsWith('.import') && each.includes('waiting'));
    const cancel = new vscode.CancellationTokenSource();
    cancel.cancel();
    await folderLock(path.join(folder(), `${journal}.lock`))(() =>
      withProgressToken(/^Waiting for another import of waiting\.jsonl…$/, cancel.token, async () =>
        assert.equal(await rejection(imported(uri)), 'Cancelled.'),
      ),
    );
    await withPerson(
      () => 'Show Report',
      async () => assert.equal((await imported(uri)).isComplete, true),
    );
  });

  /** Begins an import of 300 rows with the columns `first` and `second` that the service stops. */
  const stopped = async (name: string) => {
    const call = await callerOf(service().shop);
    const fields = [
      { name: 'first', type: 'string' },
      { name: 'second', type: 'string' },
    ];
    const make = { body: { name, schema: { fields }, ...openPermissions } };
    const { id } = await call.json<{ id: number }>('POST /oserve/v1.8/table/', make, 201);
    const lines = Array.from({ length: 300 }, (_, at) => `a${at},b${at}`);
    await writeFile(path.join(folder(), `${name}.csv`), ['first,second', ...lines, ''].join('\n'));
    const argument = {
      ...place(),
      table: String(id),
      uri: vscode.Uri.file(path.join(folder(), `${name}.csv`)).toString(),
    };
    service().sandbox.fail({ kind: 'status', status: 403, method: 'POST', path: `/oserve/v2.4/table/${id}/` });
    const stops = ({ kind, ...asked }: Asked) =>
      asked.title.includes(' stopped after ') ? undefined : agrees({ kind, ...asked });
    await withPerson(stops, async () =>
      assert.equal(((await run('table.import', argument)) as Result).isComplete, false),
    );
    service().sandbox.clearFaults();
    const drop = () => call.json(`PUT /oserve/v1.8/table/${id}/`, { body: { schema: { fields: fields.slice(0, 1) } } });
    return { argument, drop };
  };
  const again = (asked: Asked) =>
    asked.choices.includes('Import Every Row Again') ? 'Import Every Row Again' : agrees(asked);

  it('lets an interrupted import begin again with other columns, and warns that stored rows stay', async () => {
    const { argument } = await stopped('interrupted');
    const cancelsColumns = (asked: Asked) => (asked.choices.includes('second') ? undefined : again(asked));
    const asked = await withPerson(cancelsColumns, async () =>
      assert.equal(await rejection(run('table.import', argument)), 'Cancelled.'),
    );
    assert.deepEqual(asked[0]?.choices, ['Continue', 'Import Every Row Again']);
    assert.match(asked[0]?.detail ?? '', /Rows left: 300\.(.|\n)*stored already stay/);
    // The interrupted import can be continued until the new one begins.
    const second = await withPerson(again, async () =>
      assert.equal(((await run('table.import', argument)) as Result).stored, 300),
    );
    assert.deepEqual(second[0]?.choices, ['Continue', 'Import Every Row Again']);
    assert.deepEqual(second[1]?.choices.slice(1), ['first', 'second']);
  });

  it('counts only the rows without errors when an interrupted import continues', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => `W${at},W${at},${at === 7 ? 'many' : at}`);
    await writeFile(path.join(folder(), 'wrong.csv'), ['sku,name,price', ...lines, ''].join('\n'));
    const uri = vscode.Uri.file(path.join(folder(), 'wrong.csv')).toString();
    const importing = () => run('table.import', { ...shop(), table: 'product', uri }) as Thenable<Result>;
    service().sandbox.fail({ kind: 'status', status: 403, method: 'POST', path: '/oserve/v2.4/table/5001/' });
    const stops = (asked: Asked) => (asked.title.includes(' stopped after ') ? undefined : agrees(asked));
    const first = await withPerson(stops, async () => assert.equal((await importing()).isComplete, false));
    service().sandbox.clearFaults();
    const second = await withPerson(agrees, async () => assert.equal((await importing()).stored, 299));
    for (const asked of [first, second]) {
      const { title, detail } = asked.find(guards) ?? assert.fail('no question');
      assert.match(title, /^Import 299 rows/);
      assert.match(detail, /new records: 299\./);
    }
  });

  it('lets an interrupted import begin again after one of its columns was dropped or its file has changed', async () => {
    for (const change of ['column', 'file']) {
      const { argument, drop } = await stopped(`left_${change}`);
      if (change === 'column') await drop();
      else await appendFile(vscode.Uri.parse(argument.uri).fsPath, 'a300,b300\n');
      await withPerson(
        () => 'Do Not Import',
        async () => assert.equal(await rejection(run('table.import', argument)), 'Cancelled.'),
      );
      const asked = await withPerson(again, async () =>
        assert.equal(((await run('table.import', argument)) as Result).stored, change === 'column' ? 300 : 301),
      );
      // Enter presses the first button, which must not import.
      assert.deepEqual(asked[0]?.choices, ['Do Not Import', 'Import Every Row Again']);
      assert.match(
        asked[0]?.detail ?? '',
        change === 'column' ? /no column second(.|\n)*stay/ : /file changed(.|\n)*stay/,
      );
    }
  });

  it('forgets an interrupted import when the few rows of its shortened file are opened', async () => {
    const { argument } = await stopped('shortened');
    await writeFile(vscode.Uri.parse(argument.uri).fsPath, 'first,second\na299,b299\n');
    for (const choices of [['Do Not Import', 'Import Every Row Again'], undefined]) {
      const asked = await withPerson(again, async () =>
        assert.equal(((await run('table.import', argument)) as Result).opened, 1),
      );
      const interrupted = asked.find(({ detail }) => detail.includes('was interrupted'));
      assert.deepEqual(interrupted?.choices, choices);
    }
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('keeps an interrupted import that another window continues before the few rows of its file are opened', async () => {
    const { argument } = await stopped('continued');
    await writeFile(vscode.Uri.parse(argument.uri).fsPath, 'first,second\na299,b299\n');
    const isJournal = (each: string) => each.endsWith('.import') && each.includes('continued');
    const journal = (await readdir(folder())).find(isJournal) ?? assert.fail('no journal');
    let questions = 0;
    const answer = async (asked: Asked) => {
      if (asked.choices.includes('Do Not Import') && ++questions > 1) return 'Do Not Import';
      if (asked.choices.includes('second')) await utimes(path.join(folder(), journal), 0, 0);
      return again(asked);
    };
    await withPerson(answer, async () => assert.equal(await rejection(run('table.import', argument)), 'Cancelled.'));
    assert.equal(questions, 2);
    assert.deepEqual((await readdir(folder())).filter(isJournal), [journal]);
  });
});
