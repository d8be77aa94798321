import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { run, shownDocument, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { withProgressToken } from './importAnswers';
import { withPerson, type Asked } from './person';

describe('a save of one record while the service asks to wait', () => {
  const service = useSandbox();
  useTextEditors();
  const shop = useAuthorizedShop(service);

  it('shows the wait, and can be cancelled', async () => {
    await run('table.open', { ...shop(), table: 'note' });
    const document = shownDocument();
    const [first = assert.fail('no record')] = JSON.parse(document.getText()) as { text: string }[];
    const edit = new vscode.WorkspaceEdit();
    const at = document.getText().indexOf(JSON.stringify(first.text)) + 1;
    edit.insert(document.uri, document.positionAt(at), 'Waiting: ');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const busy = ({ choices }: Asked) => {
      if (choices.includes('Unlock for 10 Minutes')) {
        service().sandbox.fail({ kind: 'status', status: 429, retryAfter: 300 });
      }
      return 'Save';
    };
    const cancel = new vscode.CancellationTokenSource();
    cancel.cancel();
    await withProgressToken(/^Saving to/, cancel.token, async () => {
      await withPerson(busy, async () => assert.equal(await document.save(), false));
    });
    assert.match(document.getText(), /"Waiting: /);
    assert.equal(document.isDirty, true);
    assert.equal(service().sandbox.requests.filter(({ method }) => method === 'PUT').length, 1);
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });
});
