import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { useSelectedShop } from './requestDocuments';
import { completions, fixes } from './requestLanguage';

const secret = '0123456789abcdef0123456789abcdef01234567';

/** Runs the command of the first fix. */
async function moveSecret(actions: readonly vscode.CodeAction[]): Promise<void> {
  const command = actions[0]?.command;
  await vscode.commands.executeCommand(command?.command ?? '', ...((command?.arguments ?? []) as unknown[]));
}

async function insertComment(document: vscode.TextDocument): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, new vscode.Position(0, 0), '# A comment\n');
  assert.ok(await vscode.workspace.applyEdit(edit));
}

describe('a pasted secret in a request document', () => {
  useSelectedShop();

  it('moves to the secret storage', async () => {
    const { document, actions } = await fixes(['POST /x/', '', `{ "client_secret": "|${secret}" }`]);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Move it to the secret storage'],
    );
    // Neither title nor arguments reveal the secret to code that lists commands.
    assert.ok(!JSON.stringify(actions).includes(secret));
    await moveSecret(actions);
    assert.equal(document.getText(), 'POST /x/\n\n{ "client_secret": "{{$secret clientSecret}}" }');
    const names = (await completions(['GET /x/', 'X-A: {{|'])).map(({ label }) => label);
    assert.ok(names.includes('$secret clientSecret'));
  });

  it('moves if an edit shifted it after the fix was offered', async () => {
    const { document, actions } = await fixes(['POST /x/', '', `{ "client_secret": "|${secret}" }`]);
    await insertComment(document);
    await moveSecret(actions);
    assert.equal(document.getText(), '# A comment\nPOST /x/\n\n{ "client_secret": "{{$secret clientSecret}}" }');
  });

  it('moves if an edit shifts it while it is stored', async () => {
    const { document, actions } = await fixes(['POST /x/', '', `{ "client_secret": "|${secret}" }`]);
    const moved = moveSecret(actions);
    await insertComment(document);
    await moved;
    assert.equal(document.getText(), '# A comment\nPOST /x/\n\n{ "client_secret": "{{$secret clientSecret}}" }');
  });
});
