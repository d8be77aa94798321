import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Profile } from '../../host/launcher/profile';
import { eventually } from './eventually';

/** A place where the extension may have left data, and its content. */
export interface Trace {
  place: string;
  text: string;
}

/** Reads every file of the profile: settings, state, logs, locks, workspace. Skips the copy of the extension. */
export async function fileTraces({ folder, extensions }: Profile): Promise<Trace[]> {
  // Retry, because a folder such as a lock may disappear while it is read.
  const entries = await eventually(() => readdir(folder, { recursive: true, withFileTypes: true }));
  const files = entries
    .filter(entry => entry.isFile() && !entry.parentPath.startsWith(extensions))
    .map(entry => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async file => ({
      place: path.relative(folder, file),
      // The file may have disappeared since it was listed.
      text: await readFile(file, 'latin1').catch(() => ''),
    })),
  );
}

/** Reads the current content of the page: its DOM and its accessibility tree. */
export async function pageTraces(page: Page, moment: string): Promise<Trace[]> {
  return [
    { place: `DOM, ${moment}`, text: await page.content() },
    { place: `accessibility tree, ${moment}`, text: await page.locator('body').ariaSnapshot() },
  ];
}

/** Reads the browser's storage: the state of the workbench and the extensions, and the encrypted secrets. */
export async function browserTraces(page: Page): Promise<Trace[]> {
  const [storage, databases] = await page.evaluate<[string, string]>(readStorage);
  return [
    { place: 'localStorage', text: storage },
    { place: 'IndexedDB', text: databases },
  ];
}

/**
 * Waits until VS Code has written a backup of an unsaved document whose text fits, which it does one second after the last
 * change.
 */
export function waitForBackup(
  { page, profile }: { page: Page; profile: Profile },
  fits: (text: string) => boolean,
): Promise<void> {
  return eventually(async () => {
    const traces = [...(await browserTraces(page)), ...(await fileTraces(profile))];
    const kept = traces.filter(({ place }) => place === 'IndexedDB' || place.includes('Backups'));
    assert.ok(kept.some(({ text }) => fits(text)));
  });
}

/** Runs inside the page. It is a string because `src` and the tests do not load the DOM types. */
const readStorage = `(async () => {
  const promise = request => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const found = [];
  for (const { name } of await indexedDB.databases()) {
    const database = await promise(indexedDB.open(name));
    for (const store of database.objectStoreNames) {
      const objects = database.transaction(store).objectStore(store);
      const [keys, values] = [promise(objects.getAllKeys()), promise(objects.getAll())];
      const texts = (await values).map(value => value instanceof Uint8Array ? new TextDecoder().decode(value) : JSON.stringify(value));
      found.push([name, store, await keys, texts]);
    }
    database.close();
  }
  return [JSON.stringify({ ...localStorage, ...sessionStorage }), JSON.stringify(found)];
})()`;

/** Finds each half of each credential in the traces. Returns one `<kind> in <place>` for each finding. */
export function credentialsIn(canaries: Map<string, string>, traces: Trace[]): string[] {
  const halves = [...canaries].flatMap(([kind, canary]) => [
    [kind, canary.slice(0, canary.length / 2)] as const,
    [kind, canary.slice(canary.length / 2)] as const,
  ]);
  const found = traces.flatMap(({ place, text }) =>
    halves.filter(([, half]) => text.includes(half)).map(([kind]) => `${kind} in ${place}`),
  );
  return [...new Set(found)];
}
