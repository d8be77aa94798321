import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type http from 'node:http';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { useHttpServer } from '../../httpServer';
import type { Profile } from '../../host/launcher/profile';
import { codeLens, groupText } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { pressInModal } from '../driver/messages';
import { press } from '../driver/press';
import { openFile, runCommand } from '../driver/quickInput';

/** Writes request documents into the workspace. The keys of `documents` are file names without extension. */
export async function writeDocuments({ workspace }: Profile, documents: Record<string, string[]>): Promise<void> {
  await mkdir(workspace, { recursive: true });
  for (const [name, lines] of Object.entries(documents)) {
    await writeFile(path.join(workspace, `${name}.hydrogen.http`), `${lines.join('\n')}\n`);
  }
}

/**
 * Returns the history entries from their file, one JSON text each. The file is written after the response has arrived.
 */
export async function writtenHistory({ userData }: Profile): Promise<string[]> {
  const folder = path.join(userData, 'User', 'globalStorage', 'hydrogen-baas.hydrogen-baas', 'requests');
  const text = await readFile(path.join(folder, 'history.jsonl'), 'utf8').catch(() => '');
  return text.split('\n').filter(line => line !== '');
}

/**
 * Waits until both sides of a comparison of responses show their headers, without the date and duration, and returns
 * their texts.
 */
export function readCompared(page: Page): Promise<string[]> {
  const read = async (side: string) => {
    const lines = await page.locator(`.monaco-diff-editor .editor.${side} .view-line`).allTextContents();
    const text = lines.map(plain).join('\n');
    assert.match(text, /^content-type:/m);
    assert.doesNotMatch(text, /^date:|\d ms\b/m);
    return text;
  };
  return eventually(() => Promise.all(['original', 'modified'].map(read)));
}

type Respond = (response: http.ServerResponse, request: http.IncomingMessage) => void;

interface OtherServer {
  origin: string;
  /** The headers of all requests so far. */
  headers: http.IncomingHttpHeaders[];
}

/**
 * Starts an HTTP server for the tests of this `describe`. It records the headers of every request.
 * @param routes the handler for each path; any other path responds with JSON
 */
export function useOtherServer(routes: Record<string, Respond> = {}): () => OtherServer {
  const headers: http.IncomingHttpHeaders[] = [];
  const origin = useHttpServer((request, response) => {
    headers.push(request.headers);
    const respond = routes[(request.url ?? '').split('?', 1)[0] ?? ''];
    if (respond !== undefined) respond(response, request);
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"elsewhere":true}');
  });
  return () => ({ origin: origin(), headers });
}

/** Waits until the right editor group shows a text or matches a pattern. */
export function responseShows(page: Page, text: string | RegExp): Promise<void> {
  return eventually(async () => {
    const shown = await groupText(page, 1);
    assert.ok(typeof text === 'string' ? shown.includes(text) : text.test(shown), shown);
  });
}

/**
 * The texts of lenses that send. A lens names the environment or the host, or reports that there is no such
 * environment.
 */
export const sendLens = /Send · |without credentials|No single environment/;

/**
 * Opens a request document on the left, and waits until its editor has the focus, because lenses before that belong to
 * another document.
 */
export async function openDocument(page: Page, name: string): Promise<void> {
  const file = `${name}.hydrogen.http`;
  await page.keyboard.press('Control+1');
  await openFile(page, file);
  await page.locator(`.editor-group-container.active .monaco-editor.focused[data-uri$="/${file}"]`).waitFor();
}

/**
 * Opens a request document of the workspace and sends its first request.
 * @param lens the text of the lens; set it for another display language
 */
export async function sendFirst(page: Page, name: string, lens = sendLens): Promise<void> {
  await openDocument(page, name);
  await codeLens(page, lens).first().click();
}

/**
 * Does the same for a host that is not the application's. The extension asks before the first request to such a host.
 */
export async function sendElsewhere(page: Page, name: string): Promise<void> {
  await sendFirst(page, name);
  await pressInModal(page, 'Send');
}

/**
 * Presses the only glyph that runs the checks of a request, or the first or last of several glyphs. Waits for the code
 * lenses first: a new lens moves the lines below it, and then VS Code would treat the press as one on the lens and run
 * nothing.
 */
export async function runChecks(page: Page, which?: 'first' | 'last'): Promise<void> {
  await codeLens(page, /./).first().waitFor();
  const glyphs = page.locator('.part.editor .testing-run-glyph');
  await eventually(() => press(which ? glyphs[which]() : glyphs));
}

/** Shows the Test Results view. VS Code opens it after a run, but not always on a busy machine. */
export function showTestResults(page: Page): Promise<void> {
  return runCommand(page, 'Test Results: Focus on Test Results View');
}
