import type { Locator, Page } from 'playwright-core';
import { eventually, plain } from './eventually';
import type { PageElement } from './pageElement';

export interface StatusBarItem {
  text: string;
  /** The text for a screen reader. */
  spoken: string;
  kind: 'standard' | 'warning' | 'error';
}

/** An item of the status bar by its text without icons. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item', { hasText: text });
}

/**
 * Runs in the page. A message disappears after three seconds, which a test on a busy machine may miss, so each is kept until
 * the next key or mouse press, which starts the next step. The same message twice within three seconds counts once: wait
 * until it has disappeared before the second one.
 */
export const recordStatusMessages = `(() => {
  const said = globalThis.hydrogenSaid = [];
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => said.splice(0), true);
  let shown;
  const look = () => {
    const now = document.querySelector('.statusbar-item[id="status.extensionMessage"]')?.textContent;
    if (now && now !== shown) said.push(now);
    shown = now;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** Waits until the status bar has shown exactly this message of the extension since the last key or mouse press. */
export function saidInStatusBar(page: Page, text: string): Promise<string> {
  return eventually(async () => {
    const said = (await page.evaluate<string[]>('globalThis.hydrogenSaid')).map(plain);
    const found = said.find(sentence => sentence.includes(text));
    if (found === undefined) throw new Error(`“${text}” was not said, but ${JSON.stringify(said)}`);
    return found;
  });
}

/** The extension's own items, from left to right. */
export async function readStatusBar(page: Page): Promise<StatusBarItem[]> {
  const items = await page
    .locator('.part.statusbar .statusbar-item[id^="hydrogen-baas.hydrogen-baas"]')
    .evaluateAll((elements: PageElement[]) =>
      elements.map(element => ({
        text: element.textContent,
        spoken: element.getAttribute('aria-label'),
        classes: element.className,
      })),
    );
  return items.map(({ text, spoken, classes }) => ({
    text: plain(text),
    spoken: plain(spoken),
    kind: classes.includes('error-kind') ? 'error' : classes.includes('warning-kind') ? 'warning' : 'standard',
  }));
}
