import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { waitForProblems } from './fixture';
import { openRequest } from './requestDocuments';

const secret = '0123456789abcdef0123456789abcdef01234567';

describe('the problems of a request document', () => {
  after(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('name the replacement of the directive @prompt, and the valid directives for others', async () => {
    const document = await openRequest(['# @prompt id Which one?', '# @promt id', 'GET /hserve/v1/content/group/']);
    await waitForProblems(document, [
      [0, /^There is no directive @prompt\. Write \{\{\$prompt question\}\} where the value is used\.$/],
      [1, /^There is no directive @promt\. Use one of: @name, .*@environment/],
    ]);
  });

  it('offer the secret storage for a password and for a secret in a variable', async () => {
    const document = await openRequest([
      ...['@password = open-sesame', `@token = ${secret}`, '@limit = 4'],
      'GET /hserve/v1/content/group/?limit={{limit}}',
    ]);
    await waitForProblems(document, [
      [0, /^Looks like a password\. Documents are shared: move it to secret storage\.$/],
      [1, /^Looks like a secret \(token\)\. Documents are shared: move it to secret storage\.$/],
    ]);
    for (const { range } of vscode.languages.getDiagnostics(document.uri)) {
      const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        document.uri,
        range,
      );
      assert.deepEqual(
        actions.map(({ title }) => title),
        ['Move it to the secret storage'],
      );
    }
  });

  it('name the methods of a path', async () => {
    const document = await openRequest(['POST /hserve/v1/content/group/']);
    await waitForProblems(document, [[0, /^This path is documented only for GET\.$/]]);
  });

  it('explain how a path begins', async () => {
    const document = await openRequest(['GET content/group/', '###', 'GET /hserve/../admin/']);
    const sentence = /^A path begins with \/hserve\/ or \/oserve\/\.$/;
    await waitForProblems(document, [
      [0, sentence],
      [2, sentence],
    ]);
  });
});
