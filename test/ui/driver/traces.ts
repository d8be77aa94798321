import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Profile } from '../../host/launcher/profile';
import { eventually } from './eventually';

/** A place where data may have been left, and its content. */
export interface Trace {
  place: string;
  text: string;
}

/** Every file of the profile: settings, state, logs, locks, the workspace; without the copy of the extension. */
export async function fileTraces({ folder, extensions }: Profile): Promise<Trace[]> {
  // A folder, such as that of a lock, may disappear while it is read.
  const entries = await eventually(() => readdir(folder, { recursive: true, withFileTypes: true }));
  const files = entries
    .filter(entry => entry.isFile() && !entry.parentPath.startsWith(extensions))
    .map(entry => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async file => ({
      place: path.relative(folder, file),
      // A file may disappear while the list is read.
      text: await readFile(file, 'latin1').catch(() => ''),
    })),
  );
}

/** The current content of the page, for the eye and for a screen reader. */
export async function pageTraces(page: Page, moment: string): Promise<Trace[]> {
  return [
    { place: `DOM, ${moment}`, text: await page.content() },
    { place: `accessibility tree, ${moment}`, text: await page.locator('body').ariaSnapshot() },
  ];
}

/** The browser's storage: the state of workbench and extensions, and the encrypted secrets. */
export async function browserTraces(page: Page): Promise<Trace[]> {
  const [storage, databases] = await page.evaluate<[string, string]>(readStorage);
  return [
    { place: 'localStorage', text: storage },
    { place: 'IndexedDB', text: databases },
  ];
}

/** Runs in the page, as text, because `src` and the tests have no types of a browser. */
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

/** Finds a credential, or half of one: `<credential> in <place>`. */
export function find(canaries: Map<string, string>, traces: Trace[]): string[] {
  const halves = [...canaries].flatMap(([kind, canary]) => [
    [kind, canary.slice(0, canary.length / 2)] as const,
    [kind, canary.slice(canary.length / 2)] as const,
  ]);
  const found = traces.flatMap(({ place, text }) =>
    halves.filter(([, half]) => text.includes(half)).map(([kind]) => `${kind} in ${place}`),
  );
  return [...new Set(found)];
}
