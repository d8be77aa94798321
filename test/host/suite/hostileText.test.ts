import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { openUntitled } from '../../../src/ui/platform/textEdits';
import { argumentOf, assertHarmless, assertPlain, run, useSandbox, writeSetting } from './fixture';
import { useHints } from './withoutLenses';

// A link that runs a command, an icon, a character that reverses the text direction, and invisible characters.
const hostile = '[Restart](command:workbench.action.quit) $(trash) \u202egpj.exe\u200b\u2066';
const fence = '\n   ```\n[Restart](command:workbench.action.quit)\n   ```\n';

describe('hostile text in a request document', () => {
  const service = useSandbox();
  useHints();
  before(async () => {
    await run('application.add', argumentOf(service().shop));
    const { clientId } = service().shop;
    await run('environment.add', { clientId, name: hostile, envId: 'hostile-id', confirmed: true });
    await run('application.select', { clientId });
    await writeSetting('hydrogen.variables', { '*': { fenced: `a${fence}b`, hostile, [hostile]: '1' } });
  });
  after(async () => {
    await writeSetting('hydrogen.variables', undefined);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const lines = [
    `@value = ${hostile}`,
    `@${hostile} = 1`,
    `### ${hostile}`,
    `# @name ${hostile}`,
    `# @${hostile}`,
    `# @as ${hostile}`,
    `# @environment ${hostile}`,
    `# @application ${hostile}`,
    `GET /hserve/v1/content/group/?a={{value}}&b={{fenced}}&c={{${hostile}}}&d={{$prompt ${hostile}}}`,
    `${hostile}: {{$secret ${hostile}}}`,
    `X-A: {{hostile}}`,
    '###',
    `GET https://example.com/${hostile}`,
    '###',
    `${hostile} /hserve/v1/content/group/`,
    '###',
    'GET /hserve/v1/content/group/?a={{fenced}}&b={{hostile}}',
    '###',
    `# @name ${hostile}`,
    'GET /hserve/v1/content/group/?x={{',
  ];
  const open = async () => {
    const document = await openUntitled('hydrogen-http', lines.join('\n'));
    await vscode.window.showTextDocument(document);
    return document;
  };
  const ask = <T>(what: string, document: vscode.TextDocument, ...more: unknown[]) =>
    vscode.commands.executeCommand<T>(`vscode.execute${what}Provider`, document.uri, ...more);
  const everywhere = (document: vscode.TextDocument) =>
    lines.flatMap((line, row) => {
      const words = [...line.matchAll(/\{\{|[^\s{]+/g)].map(({ index }) => index);
      return [...words, line.length].map(column => document.validatePosition(new vscode.Position(row, column + 2)));
    });

  it('stays text in the outline, in problems, in their quick fixes, in hints and in lenses', async () => {
    const document = await open();
    const symbols = await ask<vscode.DocumentSymbol[]>('DocumentSymbol', document);
    assert.ok(symbols.length >= 4);
    for (const { name, detail } of symbols) assertPlain(`${name} ${detail}`, 'symbol');
    const problems = vscode.languages.getDiagnostics(document.uri).filter(({ source }) => source === 'Hydrogen');
    assert.ok(problems.length >= 5, JSON.stringify(problems));
    for (const { message } of problems) assertPlain(message, 'problem');
    const whole = new vscode.Range(0, 0, document.lineCount, 0);
    for (const { title } of await ask<vscode.CodeAction[]>('CodeAction', document, whole)) assertPlain(title, 'fix');
    const hints = await ask<vscode.InlayHint[]>('InlayHint', document, whole);
    assert.ok(hints.length >= 3);
    for (const { label } of hints) assertPlain(JSON.stringify(label), 'hint');
    for (const { command } of await ask<vscode.CodeLens[]>('CodeLens', document, 50)) {
      // The icon in front belongs to the extension.
      assertPlain((command?.title ?? '').replace(/^\$\([a-z-]+\) /, ''), 'lens');
    }
  });

  it('stays text in hovers, even if it contains the end of a code block', async () => {
    const document = await open();
    let seen = '';
    for (const position of everywhere(document)) {
      for (const { contents } of await ask<vscode.Hover[]>('Hover', document, position)) {
        for (const content of contents as vscode.MarkdownString[]) {
          assertHarmless(content, `hover in line ${position.line + 1}`);
          seen += content.value;
        }
      }
    }
    assert.match(seen, /Restart/);
    assert.match(seen, /\n {3}``` *\n\[Restart\]/, 'a value with fences was among them');
  });

  it('stays text in completion', async () => {
    const document = await open();
    const labels: string[] = [];
    for (const position of everywhere(document)) {
      const { items } = await ask<vscode.CompletionList>('CompletionItem', document, position);
      for (const { kind, label, detail, documentation } of items) {
        // The editor itself suggests words of the document.
        if (kind === vscode.CompletionItemKind.Text) continue;
        const shown = typeof label === 'string' ? label : `${label.label} ${label.description ?? ''}`;
        assertPlain(`${shown} ${detail ?? ''}`, 'completion');
        labels.push(shown);
        if (documentation instanceof vscode.MarkdownString) assertHarmless(documentation, 'completion');
      }
    }
    assert.ok(labels.filter(label => label.includes('Restart')).length >= 2, labels.join());
  });
});
