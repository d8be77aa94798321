import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { extensionId } from './fixture';

interface Scanner {
  OnigScanner: new (patterns: string[]) => unknown;
  OnigString: new (text: string) => unknown;
  loadWASM(bytes: ArrayBufferLike): Promise<void>;
}

interface Grammar {
  tokenizeLine(
    line: string,
    state: unknown,
  ): { tokens: { startIndex: number; endIndex: number; scopes: string[] }[]; ruleStack: unknown };
}

interface Textmate {
  INITIAL: unknown;
  Registry: new (options: unknown) => { loadGrammar(scope: string): Promise<Grammar> };
  parseRawGrammar(text: string, file: string): unknown;
}

interface Coloured {
  text: string;
  scopes: string[];
}

// VS Code colours texts with these modules.
const require = createRequire(path.join(vscode.env.appRoot, 'package.json'));
const scanner = require('vscode-oniguruma') as Scanner;
const textmate = require('vscode-textmate') as Textmate;
const loaded = scanner.loadWASM(readFileSync(require.resolve('vscode-oniguruma/release/onig.wasm')).buffer);

function grammarFile(scope: string): string {
  const root = vscode.extensions.getExtension(extensionId)?.extensionPath ?? assert.fail();
  return scope === 'source.json'
    ? path.join(vscode.env.appRoot, 'extensions/json/syntaxes/JSON.tmLanguage.json')
    : path.join(root, 'syntaxes/hydrogen-http.tmLanguage.json');
}

/** The parts of a request document with the scopes that VS Code assigns. */
async function coloured(lines: string[]): Promise<Coloured[]> {
  await loaded;
  const grammar = await new textmate.Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (patterns: string[]) => new scanner.OnigScanner(patterns),
      createOnigString: (text: string) => new scanner.OnigString(text),
    }),
    loadGrammar: async (scope: string) => {
      const file = grammarFile(scope);
      return textmate.parseRawGrammar(readFileSync(file, 'utf8'), file);
    },
  }).loadGrammar('source.hydrogen-http');
  let state = textmate.INITIAL;
  return lines.flatMap(line => {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, state);
    state = ruleStack;
    return tokens.map(({ startIndex, endIndex, scopes }) => ({ text: line.slice(startIndex, endIndex), scopes }));
  });
}

/** The innermost scope of each part of this text. */
function scopesOf(all: readonly Coloured[], tokenText: string): (string | undefined)[] {
  return all.filter(({ text }) => text.trim() === tokenText).map(({ scopes }) => scopes.at(-1));
}

describe('the colours of a request document', () => {
  it('start again at the next request after an unclosed body', async () => {
    const bodies = ['{', '{ "a": [', '{ "unclosed', '[[{'];
    for (const body of bodies) {
      const all = await coloured(['POST /a/', '', body, '', '### Next', 'GET /b/', 'Accept: x']);
      assert.deepEqual(scopesOf(all, 'Next'), ['entity.name.section.hydrogen-http'], body);
      assert.deepEqual(scopesOf(all, 'GET'), ['keyword.control.method.hydrogen-http'], body);
      assert.deepEqual(scopesOf(all, 'Accept'), ['entity.name.tag.header.hydrogen-http'], body);
    }
  });

  it('are the same for a variable in every position', async () => {
    const all = await coloured([
      '@one = {{mine}}',
      'POST /x/{{mine}}/?a={{mine}}',
      '  &b={{mine}}',
      'X-A: {{mine}}',
      '',
      '{ "a": "of {{mine}}", "b": {{mine}}, "c": [{{mine}}] }',
    ]);
    assert.deepEqual(scopesOf(all, 'mine'), Array(8).fill('variable.other.hydrogen-http'));
    assert.deepEqual(
      all.filter(({ scopes }) => scopes.some(scope => scope.startsWith('invalid'))),
      [],
    );
  });

  it('include methods in lower case', async () => {
    const all = await coloured(['delete /x/']);
    assert.deepEqual(scopesOf(all, 'delete'), ['keyword.control.method.hydrogen-http']);
  });
});
