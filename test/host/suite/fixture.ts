import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { after, before } from 'mocha';
import * as vscode from 'vscode';
import { startSandbox, type Sandbox, type SandboxApplication } from '../../../src/sandbox/sandbox';
import { eventually } from '../../ui/driver/eventually';

export const extensionId = 'hydrogen-baas.hydrogen-baas';

/** The folder of user data of this run. */
export const userData = path.join(path.dirname(process.env.HYDROGEN_RESULTS ?? ''), 'user');
/** The folder of all files of the extension. */
export const storageFolder = path.join(userData, 'User', 'globalStorage', extensionId);

/** The file of the request history. */
export const historyFile = path.join(storageFolder, 'requests', 'history.jsonl');

/** Returns the paths of all files of VS Code and its extensions in this run. */
export async function userFiles(): Promise<string[]> {
  // Retry, because a folder such as a lock may disappear while it is read.
  const entries = await eventually(() => readdir(userData, { recursive: true, withFileTypes: true }));
  return entries.filter(entry => entry.isFile()).map(({ parentPath, name }) => path.join(parentPath, name));
}

/** Returns the paths of the user files whose text matches. */
export async function userFilesWith(words: RegExp): Promise<string[]> {
  const files = await userFiles();
  const read = (file: string) =>
    readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
      // The file may have disappeared since it was listed.
      if (error.code === 'ENOENT') return '';
      throw error;
    });
  const texts = await Promise.all(files.map(read));
  return files.filter((_, index) => words.test(texts[index] ?? ''));
}

/** Runs a command of the extension with arguments, like a script, a task or a keybinding. */
export function run(command: string, ...given: unknown[]): Thenable<unknown> {
  return vscode.commands.executeCommand(`hydrogen.${command}`, ...given);
}

/** Returns the error message of a command that rejects. */
export async function rejection(running: Thenable<unknown>): Promise<string> {
  try {
    await running;
  } catch (error) {
    return (error as Error).message;
  }
  return assert.fail('the command was not rejected');
}

interface StoredApplication {
  name: string;
  clientId: string;
  environments: { name: string; envId: string }[];
  contentGroups: { id: string }[];
}

/** Returns the applications in the user settings. */
export function storedApplications(): StoredApplication[] {
  const { globalValue } =
    vscode.workspace.getConfiguration('hydrogen').inspect<StoredApplication[]>('applications') ?? {};
  return globalValue ?? [];
}

/** Writes or removes a user setting. It takes effect without a reload. */
export function writeSetting(key: string, value: unknown): Thenable<void> {
  return vscode.workspace.getConfiguration().update(key, value, vscode.ConfigurationTarget.Global);
}

export function writeApplications(value: unknown): Thenable<void> {
  return writeSetting('hydrogen.applications', value);
}

/** Runs `body` while settings.json cannot be written. */
export async function withBrokenSettings(body: () => Promise<void>): Promise<void> {
  const file = path.join(userData, 'User', 'settings.json');
  const settings = await readFile(file, 'utf8');
  await writeFile(file, `${settings} "broken`);
  try {
    await body();
  } finally {
    await writeFile(file, settings);
  }
}

/** Starts a sandbox in the extension host for these tests, and removes all applications from the settings at the end. */
export function useSandbox(): () => { sandbox: Sandbox; shop: SandboxApplication; blog: SandboxApplication } {
  let sandbox: Sandbox | undefined;
  before(async () => {
    sandbox = await startSandbox();
  });
  after(async () => {
    for (const { clientId } of storedApplications()) await run('application.remove', { clientId, confirmed: true });
    await sandbox?.close();
  });
  return () => {
    const [shop, blog] = sandbox?.applications ?? [];
    if (!sandbox || !shop || !blog) throw new Error('The sandbox is there from `before` to `after` only.');
    return { sandbox, shop, blog };
  };
}

/**
 * Adds the Shop and authorizes for it before these tests.
 * @param origin where its requests go
 * @returns a function for the argument of a command that names the Shop
 */
export function useAuthorizedShop(service: ReturnType<typeof useSandbox>, origin = () => service().sandbox.origin) {
  const shop = () => ({ clientId: service().shop.clientId, authUrl: origin() });
  before(async () => {
    const origins = { authUrl: origin(), serverDomain: origin() };
    await run('application.add', { ...argumentOf(service().shop), ...origins });
    await run('application.authorize', shop());
  });
  return shop;
}

/** Runs `body` while the settings require a confirmation of `command`. */
export async function withoutAllowance<T>(command: string, body: () => Promise<T>): Promise<T> {
  const settings = vscode.workspace.getConfiguration('hydrogen');
  const { globalValue = [] } = settings.inspect<string[]>('allowWithoutConfirmation') ?? {};
  const allow = (commands: string[]) => writeSetting('hydrogen.allowWithoutConfirmation', commands);
  await allow(globalValue.filter(one => one !== `hydrogen.${command}`));
  try {
    return await body();
  } finally {
    await allow(globalValue);
  }
}

/** Returns the document of the active editor, a text or a grid. */
export function shownDocument(): vscode.TextDocument {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  assert.ok(input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom);
  const { uri } = input;
  const found = vscode.workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
  return found ?? assert.fail('no document');
}

/** Opens tables as text instead of a grid until the end of these tests. */
export function useTextEditors(): void {
  const associate = (value: object | undefined) => writeSetting('workbench.editorAssociations', value);
  before(() => associate({ 'hydrogen:/*/tables/*.json': 'default' }));
  after(() => associate(undefined));
}

/** Returns complete arguments for `hydrogen.application.add`, so that the command asks nothing. */
export function argumentOf({ name, clientId, clientSecret, serverDomain, authUrl, environments }: SandboxApplication) {
  return { name, clientId, clientSecret, serverDomain, authUrl, environments };
}

/** Waits until a document has exactly these problems. */
export function waitForProblems(
  { uri }: vscode.TextDocument,
  expected: readonly [line: number, message: RegExp][],
): Promise<void> {
  return eventually(() => {
    const problems = vscode.languages.getDiagnostics(uri).map(one => [one.range.start.line, one.message] as const);
    assert.equal(problems.length, expected.length, JSON.stringify(problems));
    for (const [index, [line, message]] of expected.entries()) {
      assert.equal(problems[index]?.[0], line, JSON.stringify(problems));
      assert.match(problems[index][1], message);
    }
  });
}

/** Asserts that foreign text is displayed as plain text: no link, no icon, nothing invisible. */
export function assertPlain(text: string, where: string): void {
  assert.doesNotMatch(text, /\]\(|\$\(/, `${where}: ${text}`);
  assert.doesNotMatch(text, /[\u061c\u200b\u200e-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff]/, `${where}: ${text}`);
}

/** Asserts that Markdown cannot run commands, and that its foreign text is code or escaped. */
export function assertHarmless(text: vscode.MarkdownString, where: string): void {
  assert.ok(!text.isTrusted && !text.supportHtml && !text.supportThemeIcons, where);
  const [opening = '', ...lines] = text.value.trimStart().split('\n');
  const marks = /^`{3,}/.exec(opening)?.[0] ?? '';
  if (marks === '') {
    assert.doesNotMatch(text.value, /(?<!\\)\]\(/, `${where}: ${text.value}`);
    return;
  }
  const end = lines.findIndex(line => new RegExp(`^ {0,3}\`{${marks.length},}\\s*$`).test(line));
  assert.equal(
    lines
      .slice(end + 1)
      .join('')
      .trim(),
    '',
    `${where}: ${text.value}`,
  );
}
