import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Profile } from '../../host/launcher/profile';
import { eventually } from './eventually';

/** A place in which something may have been left, and what is in it. */
export interface Trace {
  place: string;
  text: string;
}

/** Every file of the profile: settings, state, logs, locks, the workspace. The copy of the extension is left out. */
export async function fileTraces({ folder, extensions }: Profile): Promise<Trace[]> {
  // A folder may go while it is read, as that of a lock does.
  const entries = await eventually(() => readdir(folder, { recursive: true, withFileTypes: true }));
  const files = entries
    .filter(entry => entry.isFile() && !entry.parentPath.startsWith(extensions))
    .map(entry => path.join(entry.parentPath, entry.name));
  return Promise.all(
    files.map(async file => ({
      place: path.relative(folder, file),
      // A file may go while the list is read.
      text: await readFile(file, 'latin1').catch(() => ''),
    })),
  );
}

/** What the page shows at the moment, to the eye and to a screen reader. */
export async function pageTraces(page: Page, moment: string): Promise<Trace[]> {
  return [
    { place: `DOM, ${moment}`, text: await page.content() },
    { place: `accessibility tree, ${moment}`, text: await page.locator('body').ariaSnapshot() },
  ];
}

/** What the browser keeps: the state of workbench and extensions, and the encrypted secrets. */
export async function browserTraces(page: Page): Promise<Trace[]> {
  const [storage, databases] = await page.evaluate<[string, string]>(readStorage);
  return [
    { place: 'localStorage', text: storage },
    { place: 'IndexedDB', text: databases },
  ];
}

/** Runs in the page, as text, because `src` and the tests know no types of a browser. */
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

/** Where a credential, or a half of one, is found: `<credential> in <place>`. */
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
