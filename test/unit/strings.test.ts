import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import ts from 'typescript';
import { operations } from '../../src/api/operations/catalogue';
import * as apiTemplates from '../../src/api/messages/templates';
import * as functionTemplates from '../../src/functions/templates';
import * as transferTemplates from '../../src/records/transfer/templates';
import * as requestTemplates from '../../src/requests/messages/templates';
import * as worldTemplates from '../../src/world/templates';

type Strings = Record<string, string>;

async function sources(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter(entry => entry.name.endsWith('.ts')).map(entry => path.join(entry.parentPath, entry.name));
}

async function json(file: string): Promise<Strings> {
  return JSON.parse(await readFile(file, 'utf8')) as Strings;
}

/** Returns all templates of a nested table. */
function templatesIn(table: object): string[] {
  return Object.values(table).flatMap(value => (typeof value === 'string' ? [value] : templatesIn(value as object)));
}

/** Returns the texts of the catalogue that `catalogueText` translates. No source file passes them as literals. */
function catalogue(): string[] {
  return operations
    .flatMap(({ description, source, parameters, query, body }) => [
      description,
      source,
      ...[...parameters, ...query, ...body].map(field => field.description),
    ])
    .filter(text => text !== '');
}

/** Returns the text that a call translates if the argument is a literal or an object with a literal `message`. */
function literalOf(argument: ts.Node | undefined): string | undefined {
  if (argument === undefined) return undefined;
  if (ts.isStringLiteralLike(argument)) return argument.text;
  if (!ts.isObjectLiteralExpression(argument)) return undefined;
  const message = argument.properties.find(each => each.name?.getText() === 'message');
  return message !== undefined && ts.isPropertyAssignment(message) ? literalOf(message.initializer) : undefined;
}

/** Returns the text that each call of `functions` translates; `undefined` if it is not a literal. */
async function translatedIn(folder: string, functions: RegExp): Promise<(string | undefined)[]> {
  const texts: (string | undefined)[] = [];
  for (const file of await sources(folder)) {
    const parsed = ts.createSourceFile(file, await readFile(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const look = (node: ts.Node): void => {
      if (ts.isCallExpression(node) && functions.test(node.expression.getText(parsed)))
        texts.push(literalOf(node.arguments[0]));
      ts.forEachChild(node, look);
    };
    look(parsed);
  }
  return texts;
}

/** Returns the placeholders of a text, e.g. `{0}`, and the commands of its links. */
function places(text: string): string[] {
  return [...text.matchAll(/\{\w+\}|\(command:[\w.]+\)/g)].map(([place]) => place).sort();
}

function assertComplete(english: Strings, chinese: Strings): void {
  assert.deepEqual(Object.keys(chinese).sort(), Object.keys(english).sort());
  for (const [key, text] of Object.entries(english)) {
    assert.deepEqual(places(chinese[key] ?? ''), places(text), key);
    assert.notEqual(chinese[key]?.trim(), '', key);
  }
}

/** Properties whose text VS Code shows unchanged. */
const labels = /^(label|title|description|detail|tooltip|placeholder|placeHolder|prompt|message|ariaLabel)$/;

/** Returns the untranslated texts of a source file that look visible: two words, or one capitalized word as a label. */
function untranslated(file: string, source: string): string[] {
  const parsed = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    // Skip translated texts, texts for developers and the log, and names of modules and types.
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isLiteralTypeNode(node)) return;
    if (ts.isCallExpression(node) && /(^|\.)(t|import)$|\blog\.\w+$/.test(node.expression.getText(parsed))) return;
    if (ts.isNewExpression(node) && /^(Type|Range)?Error$/.test(node.expression.getText(parsed))) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const text = ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
        : node.text;
      const isLabel = ts.isPropertyAssignment(node.parent) && labels.test(node.parent.name.getText(parsed));
      if (/[a-z]{2,} [a-z]{2,}/i.test(text) || (isLabel && /^[A-Z][a-z]/.test(text))) found.push(text);
    }
    ts.forEachChild(node, look);
  };
  look(parsed);
  return found;
}

describe('strings in English and Simplified Chinese', () => {
  it('are complete: every message of the source, the catalogue, the message tables and the command line is translated, with the same placeholders', async () => {
    // A call without a literal translates one of the templates below.
    const fromEditor = (await translatedIn('src', /^(vscode\.)?l10n\.t$/)).filter(text => text !== undefined);
    assert.ok(fromEditor.length > 100);
    const fromProgram = await translatedIn(path.join('src', 'cli'), /^t$/);
    assert.ok(fromProgram.length > 60 && !fromProgram.includes(undefined));
    const english: Strings = {};
    for (const text of [
      ...fromEditor,
      ...catalogue(),
      ...templatesIn(apiTemplates),
      ...templatesIn(requestTemplates),
      ...templatesIn(transferTemplates),
      ...templatesIn(functionTemplates),
      ...templatesIn(worldTemplates),
      ...fromProgram,
    ])
      if (text !== undefined) english[text] = text;
    assertComplete(english, await json('l10n/bundle.l10n.zh-cn.json'));
  });

  it('include every message of the editor', async () => {
    const kept = [
      ...['Hydrogen', 'Web API', 'Open API', 'Web API, {}', 'JavaScript fetch', 'Python requests'], // names
      'JSON Lines',
      'type the name', // a value of a setting
    ];
    // Texts that are not translated here: the first document, HTML pages and their styles, and the report for support.
    const otherLanguages = /^\s*(<!DOCTYPE|#|"|body \{|img-src)|^Hydrogen \{\}, VS Code/;
    const found: string[] = [];
    for (const file of await sources(path.join('src', 'ui'))) {
      const texts = untranslated(file, await readFile(file, 'utf8'));
      found.push(
        ...texts.filter(text => !kept.includes(text) && !otherLanguages.test(text)).map(text => `${file}: ${text}`),
      );
    }
    assert.deepEqual(found, []);
    assert.deepEqual(untranslated('a.ts', "show('Not translated'); item = { label: 'Off' }; t('It is')"), [
      'Not translated',
      'Off',
    ]);
  });

  it('include every message of the command line', async () => {
    // Syntax of options and reports, which is the same in both languages.
    const kept = /^(hydrogen check \[files|\{"clientSecret"|--[a-z]|not ok$|TAP version)|<\/?test/;
    const found: string[] = [];
    for (const file of await sources(path.join('src', 'cli')))
      found.push(...untranslated(file, await readFile(file, 'utf8')).filter(text => !kept.test(text)));
    assert.deepEqual(found, []);
  });

  it('repeat no word to a screen reader, also with translated names in them', async () => {
    const chinese = await json('l10n/bundle.l10n.zh-cn.json');
    const translated = (key: string, ...values: string[]) =>
      values.reduce((text, value, at) => text.replaceAll(`{${at}}`, value), chinese[key] ?? assert.fail(key));
    const production = translated('Production');
    const target = `Shop · ${production}`;
    const tokens = ['not authorized', 'expired', 'authorized', 'refused'].map(key => translated(key));
    const spoken = [
      ...Object.values(chinese),
      ...tokens.flatMap(left => [
        translated('Hydrogen: application {0}, environment {1}, access token: {2}', 'Shop', production, left),
        translated('{0} · unlocked · {1}', target, left),
      ]),
      translated('Hydrogen: {0} is unlocked for {1}. Press Enter to lock it.', target, translated('{0} min', '9')),
      translated('Sending {0}. Activate to cancel.', 'GET /'),
      `${translated('User')}, ${translated('not signed in')}`,
      `${translated('Orders')}, ${translated('sign in to see them')}`,
      `${translated('Production environment')}, ${translated('selected')}`,
      `${translated('Test environment')}, Staging`,
    ];
    const repeats = /(\p{Script=Han}{2,})\s?\1|环境 [^，。]*环境/u;
    assert.deepEqual(
      spoken.filter(text => repeats.test(text)),
      [],
    );
    assert.ok(repeats.test('令牌令牌') && repeats.test('环境 生产环境'));
  });

  it('translate every string of the manifest, and every translation is used', async () => {
    const english = await json('package.nls.json');
    assertComplete(english, await json('package.nls.zh-cn.json'));
    const manifest = await readFile('package.json', 'utf8');
    const used = [...manifest.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key);
    assert.deepEqual([...new Set(used)].sort(), Object.keys(english).sort());
  });
});
