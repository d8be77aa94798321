import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { useLinter } from './linting';

const windowFunctions = [
  ...['showInformationMessage', 'showWarningMessage', 'showErrorMessage', 'setStatusBarMessage', 'createStatusBarItem'],
  ...['showInputBox', 'createInputBox', 'showQuickPick', 'createQuickPick', 'showWorkspaceFolderPick'],
  ...['showSaveDialog', 'showOpenDialog', 'withProgress'],
];

const ways: [label: string, write: (name: string) => string][] = [
  ['called on the namespace', name => `import * as vscode from 'vscode';\nvoid vscode.window.${name}('x');`],
  ['called on the window', name => `import { window } from 'vscode';\nvoid window.${name}('x');`],
  ['called by a string', name => `import * as vscode from 'vscode';\nvoid vscode.window['${name}']('x');`],
  ['taken out', name => `import * as vscode from 'vscode';\nexport const { ${name} } = vscode.window;`],
  ['passed on', name => `import * as vscode from 'vscode';\nexport const say = vscode.window.${name};`],
];

describe('the modules that talk to the user', function () {
  const lint = useLinter();

  async function problems(file: string, text: string): Promise<string[]> {
    return (await lint(file, text)).map(({ ruleId, message }) => ruleId ?? message);
  }

  for (const name of windowFunctions) {
    it(`are the only ones that may use ${name}`, async () => {
      for (const [way, write] of ways) {
        for (const file of ['ui/explorer/some.ts', 'ui/platform/some.ts', 'extension.ts']) {
          assert.deepEqual(await problems(file, write(name)), ['no-restricted-properties'], `${way} in ${file}`);
        }
        assert.deepEqual(await problems('ui/platform/dialogs.ts', write(name)), [], `${way} in dialogs.ts`);
      }
    });
  }

  it('are the only ones that may write above a tree', async () => {
    const text = `export function say(view: { message: string }) {\n  view.message = 'x';\n}`;
    assert.deepEqual(await problems('ui/explorer/some.ts', text), ['no-restricted-syntax']);
  });

  it('are the only ones that may create an Error for VS Code from a dynamic text', async () => {
    for (const made of ['new Error(text)', 'new Error(`${text}`)', 'vscode.FileSystemError.Unavailable(`${text}`)']) {
      const text = `import * as vscode from 'vscode';\nexport const make = (text: string) => [vscode, ${made}];`;
      assert.deepEqual(await problems('ui/explorer/some.ts', text), ['no-restricted-syntax'], made);
    }
    assert.deepEqual(await problems('ui/explorer/some.ts', `export const made = new Error('a literal');`), []);
  });
});
