import assert from 'node:assert/strict';
import type http from 'node:http';
import { before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { showInput } from '../../../src/ui/platform/prompts';
import { parsedDocument } from '../../../src/ui/requests/document/parsedDocument';
import { SendStatus } from '../../../src/ui/requests/sending/sendStatus';
import { useHttpServer } from '../../httpServer';
import { eventually } from '../../ui/driver/eventually';
import { run, writeSetting } from './fixture';
import { titlesOf, withUser, type Answers } from './person';
import {
  lensesOf,
  sendAll,
  sendRequest,
  shownResponse,
  useDocuments,
  useFolder,
  useSelectedShop,
  useServerDomain,
} from './requestDocuments';

describe('requests that are being sent', () => {
  useSelectedShop();
  const held: http.ServerResponse[] = [];
  const respond = (response: http.ServerResponse) => void response.end('{}');
  const origin = useHttpServer(({ url = '' }, response) => {
    if (url.startsWith('/cut/')) response.write('{"half":');
    if (/^\/(held|cut)\//.test(url)) held.push(response);
    else respond(response);
  });
  const open = useDocuments(useFolder());
  const areWaiting = (count: number) => eventually(() => assert.equal(held.length, count));
  const release = () => held.splice(0).forEach(respond);
  before(() => useServerDomain(origin()));

  it('are cancelled by the lens of one of them while the others go on', async () => {
    const [first, second] = [await open(['GET /held/first/']), await open(['GET /held/second/'])];
    let hasEnded = false;
    const end = () => void (hasEnded = true);
    const cancelled = sendRequest(first).then(end, end);
    const sent = sendRequest(second);
    await areWaiting(2);
    // The second click of a double click does not cancel.
    await eventually(async () => {
      await run('request.cancel', first.uri, 0);
      assert.ok(hasEnded);
    });
    release();
    await Promise.all([cancelled, sent]);
    shownResponse('# GET /held/second/');
  });

  it('stay the same requests while the user inserts another one above them', async () => {
    const document = await open(['### Old', 'GET /held/old/']);
    let hasEnded = false;
    const end = () => void (hasEnded = true);
    const sending = sendRequest(document).then(end, end);
    await areWaiting(1);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '### New\nGET /new/\n\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const lenses = await lensesOf(document);
    assert.deepEqual([lenses.length, lenses.at(-1)], [5, '$(debug-stop) Cancel'], lenses.join('\n'));
    await sendRequest(document, 0);
    shownResponse('# GET /new/');
    const asked = await withUser([], () => sendRequest(document, 1));
    assert.deepEqual([titlesOf(asked), held.length], [['This is already being sent.'], 1]);
    await run('request.cancel', document.uri, 0);
    assert.equal(hasEnded, false);
    await eventually(async () => {
      await run('request.cancel', document.uri, 1);
      assert.ok(hasEnded);
    });
    await sending;
    release();
  });

  it('do not pass their place on when they are removed', async () => {
    const document = await open(['### Other', 'GET /other/', '', '### Old', 'GET /held/old/']);
    const sending = sendRequest(document, 1);
    await areWaiting(1);
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, new vscode.Range(0, 0, 9, 0), '### New\nGET /new/\n\n### Other\nGET /other/\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    assert.doesNotMatch((await lensesOf(document)).join(), /Cancel/);
    release();
    await sending;
  });

  it('are cancelled before the first of them begins', async () => {
    const document = await open(['GET /never/']);
    const status = new SendStatus();
    await status.during({ document, requests: parsedDocument(document).requests }, async signal => {
      status.cancel(document.uri, 0);
      assert.ok(signal.aborted);
    });
    status.dispose();
  });

  it('close their question when they are cancelled', async () => {
    const document = await open(['GET /{{$prompt Which?}}/']);
    let hasEnded = false;
    const end = () => void (hasEnded = true);
    const sending = sendRequest(document).then(end, end);
    await eventually(async () => {
      await run('request.cancel');
      assert.ok(hasEnded);
    });
    await sending;
  });

  it('show no question after they were cancelled', async () => {
    const signal = AbortSignal.abort();
    await assert.rejects(showInput({ title: 'A title', prompt: 'A prompt', signal }), vscode.CancellationError);
  });

  it('are those that the lens showed, although the text above it changed since', async () => {
    const document = await open(['### Old', 'GET /old/']);
    const lensesFor = 'vscode.executeCodeLensProvider';
    const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(lensesFor, document.uri, 99);
    const { command } = lenses.find(lens => lens.command?.title.includes('Send')) ?? assert.fail();
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), '### New\nGET /new/\n\n');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const click = () => vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as []));
    await click();
    shownResponse('# GET /old/');
    const gone = new vscode.WorkspaceEdit();
    gone.replace(document.uri, new vscode.Range(0, 0, 9, 0), '### New\nGET /new/\n\n### Third\nGET /third/');
    assert.ok(await vscode.workspace.applyEdit(gone));
    assert.deepEqual(titlesOf(await withUser([], click)), ['There is no request here.']);
  });

  it('do not replace the response of a request that was sent later', async () => {
    const [early, late] = [await open(['GET /held/early/']), await open(['GET /late/'])];
    const arrive = async (answers: Answers) => {
      const sending = sendRequest(early);
      await areWaiting(1);
      await sendRequest(late);
      return withUser(answers, async () => {
        release();
        await sending;
      });
    };
    const asked = await arrive([]);
    shownResponse('# GET /late/');
    const offers = asked.map(({ title, choices }) => [title.replace(/ · .* arrived/, ' arrived'), ...choices]);
    assert.deepEqual(offers, [['The response of GET /held/early/ arrived.', 'Show Response']]);
    await arrive([[/arrived/, 'Show Response']]);
    await eventually(() => shownResponse('# GET /held/early/'));
  });

  it('do not replace the response of a later request that the user has opened from its message', async () => {
    const [first, second, third] = [
      await open(['GET /held/first/']),
      await open(['GET /held/second/']),
      await open(['GET /late/']),
    ];
    const sendingFirst = sendRequest(first);
    await areWaiting(1);
    const [early] = held.splice(0);
    const sendingSecond = sendRequest(second);
    await areWaiting(1);
    await sendRequest(third);
    const asked = await withUser([[/second.*arrived/, 'Show Response']], async () => {
      release();
      await sendingSecond;
      await eventually(() => shownResponse('# GET /held/second/'));
      held.push(early ?? assert.fail());
      release();
      await sendingFirst;
    });
    shownResponse('# GET /held/second/');
    assert.match(titlesOf(asked).at(-1) ?? '', /first.*arrived/);
  });

  it('show the response of an earlier request if that of the later one is kept in a tab of its own', async () => {
    const [early, late] = [await open(['GET /held/early/']), await open(['GET /late/'])];
    const sending = sendRequest(early);
    await areWaiting(1);
    await sendRequest(late);
    await vscode.window.showTextDocument(shownResponse('# GET /late/'));
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    release();
    await sending;
    shownResponse('# GET /held/early/');
  });

  it('leave the response of a later request in view when their own has a tab of its own', async () => {
    const [early, late] = [await open(['GET /cut/early/']), await open(['GET /late/'])];
    const sending = sendRequest(early);
    await eventually(() => shownResponse('# GET /cut/early/'));
    await vscode.window.showTextDocument(shownResponse('# GET /cut/early/'), vscode.ViewColumn.Two);
    await vscode.commands.executeCommand('workbench.action.keepEditor');
    await sendRequest(late);
    shownResponse('# GET /late/');
    const asked = await withUser([], async () => {
      release();
      await sending;
    });
    assert.deepEqual(titlesOf(asked), []);
    shownResponse('# GET /late/');
  });

  it('each report their own failure when they fail together', async () => {
    const documents: vscode.TextDocument[] = [];
    for (const name of ['a', 'b', 'c', 'd']) documents.push(await open([`GET /cut/${name}/`]));
    const asked = await withUser([], async () => {
      const sending = documents.map(document => sendRequest(document));
      await areWaiting(4);
      held.splice(0).forEach(response => response.destroy());
      await Promise.all(sending);
    });
    const titles = titlesOf(asked);
    assert.equal(titles.length, 4);
    for (const title of titles) assert.match(title, /^The connection to .* was lost/);
  });

  it('continue with the new HTTP settings when these change', async () => {
    const document = await open(['### First', 'GET /held/one/', '### Second', 'GET /two/']);
    const asked = await withUser([], async () => {
      const sending = sendAll(document);
      await areWaiting(1);
      await writeSetting('http.proxyStrictSSL', false);
      release();
      await sending;
    });
    await writeSetting('http.proxyStrictSSL', undefined);
    assert.deepEqual(titlesOf(asked), ['All 2 requests got a response.']);
  });
});
