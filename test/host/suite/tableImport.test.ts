import assert from 'node:assert/strict';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { replaceText } from '../../../src/ui/platform/textEdits';
import { rejection, run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors, writeSetting } from './fixture';
import { useGate } from './gate';
import { agrees, withProgressToken, type Result } from './importAnswers';
import { useFolder } from './requestDocuments';
import { withPerson, withUser } from './person';

describe('the import of a file into a table', () => {
  const service = useSandbox();
  useTextEditors();
  const gate = useGate(() => service().sandbox.origin);
  const shop = useAuthorizedShop(service, () => gate().origin);
  const folder = useFolder();
  const write = async (name: string, text: string | Buffer) => {
    await writeFile(path.join(folder(), name), text);
    return vscode.Uri.file(path.join(folder(), name)).toString();
  };
  const notes = (count: number, name: string) =>
    ['text', ...Array.from({ length: count }, (_, at) => `${name} ${at}`), ''].join('\n');
  /** The records of the shown document that the service does not have. */
  const unsaved = () =>
    (JSON.parse(shownDocument().getText()) as { id?: string; text: string }[]).filter(({ id }) => id === undefined);
  const posts = () =>
    service().sandbox.requests.filter(({ method, path: at }) => method === 'POST' && at.includes('/record/')).length;
  /** The texts of the stored notes that begin with a word. */
  const stored = async (word: string): Promise<string[]> => {
    const uri = vscode.Uri.file(path.join(folder(), `stored-${word}.jsonl`)).toString();
    await run('table.export', { ...shop(), table: 'note', uri });
    const text = await readFile(path.join(folder(), `stored-${word}.jsonl`), 'utf8');
    await rm(path.join(folder(), `stored-${word}.jsonl`));
    const all = text.trimEnd().split('\n');
    return all.map(line => (JSON.parse(line) as { text: string }).text).filter(each => each.startsWith(word));
  };

  it('opens a few rows as unsaved records, and sends nothing', async () => {
    const uri = await write('few.csv', notes(10, 'few'));
    const from = posts();
    let result: Result | undefined;
    const asked = await withPerson(agrees, async () => {
      result = (await run('table.import', { ...shop(), table: 'note', uri })) as Result;
    });
    assert.equal(result?.opened, 10);
    assert.match(asked[0]?.title ?? '', /^Import few\.csv into note · /);
    const document = shownDocument();
    assert.ok(document.isDirty);
    const texts = unsaved().map(({ text }) => text);
    assert.deepEqual(texts, notes(10, 'few').split('\n').slice(1, -1));
    assert.equal(posts(), from);
    assert.deepEqual(await readdir(folder()), ['few.csv']);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('names a column with values but without a heading also for a few rows', async () => {
    const uri = await write('unnamed.csv', 'text,\nunnamed 0,left out\n');
    const asked = await withUser([[/^Import unnamed/, 'Continue']], () =>
      run('table.import', { ...shop(), table: 'note', uri }),
    );
    assert.match(
      asked.at(-1)?.title ?? '',
      /^Rows of unnamed\.csv added as unsaved records: 1\. .* Not imported: column 2 \(no heading\)$/,
    );
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('adds no rows to a document whose text is not a list of records, and leaves the text unchanged', async () => {
    const uri = await write('added.csv', notes(3, 'added'));
    await run('table.open', { ...shop(), table: 'note' });
    const document = shownDocument();
    for (const broken of [
      '[\n  {"id": "1", "text": "mine"},,\n  {"id": "2"}\n]\n',
      '[1, 2]\n',
      '{"error": "[", "next": "]"}\n',
    ]) {
      await replaceText(document, broken);
      await withPerson(agrees, async () =>
        assert.match(await rejection(run('table.import', { ...shop(), table: 'note', uri })), /Repair or revert/),
      );
      assert.equal(document.getText(), broken);
    }
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('adds rows to a document that could not be read before, as soon as it has been read', async () => {
    const uri = await write('again.csv', notes(3, 'again'));
    await run('table.open', { ...shop(), table: 'note' });
    service().sandbox.fail({ kind: 'status', status: 400, method: 'GET' });
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.match(shownDocument().getText(), /"error"/);
    await withPerson(agrees, async () => void (await run('table.import', { ...shop(), table: 'note', uri })));
    assert.equal(unsaved().length, 3);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('stores every row of a larger file once, after the guard has named rows and requests', async () => {
    const uri = await write('many.csv', notes(1500, 'many'));
    const from = posts();
    let result: Result | undefined;
    const asked = await withPerson(agrees, async () => {
      result = (await run('table.import', { ...shop(), table: 'note', uri })) as Result;
    });
    assert.deepEqual([result?.stored, result?.rejected, result?.isComplete], [1500, 0, true]);
    const guard = asked.find(({ kind }) => kind === 'modal');
    assert.match(guard?.title ?? '', /^Import 1500 rows into note in Sandbox Shop · Production\?$/);
    assert.match(guard?.detail ?? '', /Requests: 2, new records: 1500\./);
    assert.match(guard?.detail ?? '', /\[\{"text":"many 0","created_at":\d+\},/);
    assert.equal(posts() - from, 2);
    assert.equal(new Set(await stored('many')).size, 1500);
    assert.equal((await stored('many')).length, 1500);
  });

  it('asks before the same file is imported again, also after importing again was cancelled', async () => {
    const uri = vscode.Uri.file(path.join(folder(), 'many.csv')).toString();
    const from = posts();
    for (const answer of ['Import Every Row Again', 'Cancel']) {
      const asked = await withPerson(
        ({ choices }) => choices.find(choice => choice === answer),
        async () => assert.equal(await rejection(run('table.import', { ...shop(), table: 'note', uri })), 'Cancelled.'),
      );
      assert.match(asked[0]?.title ?? '', /many\.csv was imported already/);
    }
    assert.equal(posts(), from);
  });

  it('begins again without that question when the file has changed since', async () => {
    const uri = await write('many.csv', notes(300, 'changed'));
    const asked = await withPerson(
      agrees,
      async () => void (await run('table.import', { ...shop(), table: 'note', uri })),
    );
    assert.ok(!asked.some(({ title }) => title.includes('already')));
    assert.equal((await stored('changed')).length, 300);
  });

  it('keeps rejected rows with the reason, and stores the others', async () => {
    const rows = Array.from({ length: 300 }, (_, at) => `P${at},P${at},${at === 7 ? 'many' : at}`);
    const uri = await write('prices.csv', ['sku,name,price', ...rows, ''].join('\n'));
    let result: Result | undefined;
    const asked = await withPerson(agrees, async () => {
      result = (await run('table.import', { ...shop(), table: 'product', uri })) as Result;
    });
    assert.equal(result?.rejected, 1);
    assert.equal(asked.at(-1)?.title, 'prices.csv: Rows stored: 299, already there: 0, rejected: 1.');
    assert.match(
      await readFile(path.join(folder(), 'prices.rejected.csv'), 'utf8'),
      /P7,P7,many,price must be of type/,
    );
  });

  it('sends nothing if the guard is declined, and begins no journal', async () => {
    const uri = await write('declined.csv', notes(300, 'declined'));
    const from = posts();
    await withPerson(
      asked => (asked.kind === 'modal' ? undefined : agrees(asked)),
      async () => assert.equal(await rejection(run('table.import', { ...shop(), table: 'note', uri })), 'Cancelled.'),
    );
    assert.equal(posts(), from);
    assert.deepEqual(
      (await readdir(folder())).filter(name => name.startsWith('declined')),
      ['declined.csv'],
    );
  });

  it('refuses a read-only environment before it asks anything', async () => {
    const uri = await write('locked.csv', notes(300, 'locked'));
    await writeSetting('hydrogen.guard', 'readOnly');
    try {
      const asked = await withPerson(agrees, async () => {
        assert.match(await rejection(run('table.import', { ...shop(), table: 'note', uri })), /read-only/);
      });
      assert.deepEqual(asked, []);
    } finally {
      await writeSetting('hydrogen.guard', undefined);
    }
  });

  it('continues after a process ended before it noted a response, with no row lost or doubled', async () => {
    const uri = await write('lost.csv', notes(2000, 'lost'));
    await withPerson(agrees, async () => void (await run('table.import', { ...shop(), table: 'note', uri })));
    const journal = (await readdir(folder())).find(name => name.startsWith('lost.csv.') && name.endsWith('.import'));
    const file = path.join(folder(), journal ?? assert.fail('no journal'));
    const lines = (await readFile(file, 'utf8')).split('\n');
    const sent = lines.findIndex(line => line.includes('"sent"') && line.includes('"batch":1'));
    await writeFile(file, `${lines.slice(0, sent + 1).join('\n')}\n`);
    let result: Result | undefined;
    const asked = await withPerson(agrees, async () => {
      result = (await run('table.import', { ...shop(), table: 'note', uri })) as Result;
    });
    assert.match(asked[0]?.detail ?? '', /Rows left: 1000\./);
    assert.match(asked[1]?.detail ?? '', /\[\{"text":"lost 1000","created_at":/);
    assert.match(asked[1]?.detail ?? '', /at most 1, .*at most 1000\. The result of the last request is unknown\./);
    assert.equal(result?.isComplete, true);
    const all = await stored('lost');
    assert.deepEqual([all.length, new Set(all).size], [2000, 2000]);
  });

  it('stops when its progress is cancelled, and continues later with no row lost or doubled', async () => {
    const uri = await write('stopped.csv', notes(2200, 'stopped'));
    const first = gate().hold('POST');
    let result: Result | undefined;
    const cancel = new vscode.CancellationTokenSource();
    await withProgressToken(/^Importing/, cancel.token, async () => {
      const asked = await withPerson(
        each => (each.choices.join() === 'Continue' ? undefined : agrees(each)),
        async () => {
          const running = run('table.import', { ...shop(), table: 'note', uri });
          await first.arrived;
          cancel.cancel();
          first.release();
          result = (await running) as Result;
        },
      );
      assert.match(asked.at(-1)?.title ?? '', /^Cancelled\. The import of stopped\.csv stopped after .* of 2200 rows/);
    });
    assert.equal(result?.isComplete, false);
    await withPerson(agrees, async () => {
      result = (await run('table.import', { ...shop(), table: 'note', uri })) as Result;
    });
    assert.equal(result?.isComplete, true);
    const all = await stored('stopped');
    assert.deepEqual([all.length, new Set(all).size], [2200, 2200]);
  });

  it('refuses a second import of the same file while the first one runs', async () => {
    const uri = await write('both.csv', notes(300, 'both'));
    const first = gate().hold('POST');
    await withPerson(agrees, async () => {
      const running = run('table.import', { ...shop(), table: 'note', uri });
      await first.arrived;
      assert.match(await rejection(run('table.import', { ...shop(), table: 'note', uri })), /Another process/);
      first.release();
      await running;
    });
    assert.equal((await stored('both')).length, 300);
  });

  it('explains files that cannot be imported', async () => {
    const table = { ...shop(), table: 'note' };
    const cases: [name: string, text: string | Buffer, message: RegExp][] = [
      ['empty.csv', '', /no rows/],
      ['only.csv', 'text\n', /no rows/],
      ['twice.csv', 'text,text\na,b\n', /Two columns/],
      ['open.csv', 'text\n"a\n', /not closed/],
      ['broken.json', '[{"text":"a"}', /not a complete JSON array/],
      ['binary.csv', Buffer.from([0x74, 0xff, 0xff, 0xff]), /neither UTF-8/],
      ['table.xlsx', 'x', /format of the file/],
    ];
    for (const [name, text, message] of cases) {
      const uri = await write(name, text);
      await withPerson(agrees, async () =>
        assert.match(await rejection(run('table.import', { ...table, uri })), message, name),
      );
    }
    const uri = await write('good.csv', notes(2, 'good'));
    for (const [argument, message] of [
      [{ ...table, uri: `${uri}x` }, /format|cannot be read/],
      [{ ...table, uri: 'vscode-vfs://github/a.csv' }, /local folder/],
      [{ ...table, uri, table: 'missing' }, /404|not found|no longer/i],
      [{ ...table, uri, table: '_userprofile' }, /belongs to the service/],
    ] as const)
      assert.match(await rejection(run('table.import', argument)), message);
  });

  it('keeps asking for columns while no column of the file is imported', async () => {
    const uri = await write('other.csv', 'a,b\n1,2\n');
    const asked = await withPerson(
      ({ detail }) => (/No column of the file/.test(detail) ? undefined : 'Continue'),
      async () => assert.equal(await rejection(run('table.import', { ...shop(), table: 'note', uri })), 'Cancelled.'),
    );
    assert.deepEqual(asked[0]?.choices, ['Continue', 'a', 'b']);
    assert.equal(asked.length, 2);
  });

  it('reads UTF-16 and GBK, and takes the column that the user chooses', async () => {
    const utf16 = await write('utf16.csv', Buffer.from(`\ufeffwords\n中文\n`, 'utf16le'));
    const gbk = await write('gbk.csv', Buffer.from([0x74, 0x65, 0x78, 0x74, 0x0a, 0xd6, 0xd0, 0xce, 0xc4, 0x0a]));
    for (const uri of [utf16, gbk]) {
      let chosen = uri === gbk;
      await withPerson(
        asked => {
          if (chosen) return agrees(asked);
          if (asked.choices.includes('words')) return 'words';
          chosen = true;
          return 'text';
        },
        async () => void (await run('table.import', { ...shop(), table: 'note', uri })),
      );
      const [record] = JSON.parse(shownDocument().getText()) as { text: string }[];
      assert.equal(record?.text, '中文');
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
    await eventually(() => assert.ok(!shownDocument().isDirty));
  });
});
