import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually, plain } from './eventually';
import type { PageElement } from './pageElement';

export interface StatusBarItem {
  text: string;
  /** The text that a screen reader reads. */
  spoken: string;
  kind: 'standard' | 'warning' | 'error';
}

/** Locates a status bar item by its text. Icons do not count as text. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item', { hasText: text });
}

/**
 * Runs inside the page and records status bar messages. A message disappears after a few seconds, which a test on a
 * busy machine may miss, so each one is kept until the next key or mouse press starts the next step. A message that is
 * still visible is not recorded again: wait with `noStatusMessage` before a step that shows the same text.
 */
export const recordStatusMessages = `(() => {
  const messages = globalThis.statusMessages = [];
  for (const type of ['keydown', 'pointerdown']) addEventListener(type, () => messages.splice(0), true);
  let shown;
  const look = () => {
    const now = document.getElementById('status.extensionMessage')?.textContent;
    if (now && now !== shown) messages.push(now);
    shown = now;
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
})()`;

/** Waits for this status bar message, or one that matches a pattern, shown since the last key or mouse press. Returns it. */
export function statusMessage(page: Page, expected: string | RegExp): Promise<string> {
  return eventually(async () => {
    const shown = (await page.evaluate<string[]>('globalThis.statusMessages')).map(plain);
    const found = shown.find(text => (typeof expected === 'string' ? text === expected : expected.test(text)));
    return found ?? assert.fail(`no message ${String(expected)}, but ${JSON.stringify(shown)}`);
  });
}

/** Waits until no status bar message is visible. */
export function noStatusMessage(page: Page): Promise<void> {
  return page.locator('.statusbar-item[id="status.extensionMessage"]').waitFor({ state: 'detached' });
}

/** Returns the extension's status bar items, from left to right. */
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
