import type { Page } from 'playwright-core';

/** Returns the text on the clipboard. */
export async function readClipboard(page: Page): Promise<string> {
  await allow(page);
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Writes text to the clipboard, as another program would. */
export async function writeClipboard(page: Page, text: string): Promise<void> {
  await allow(page);
  await page.evaluate<undefined>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

/** Grants the browser's permission for the clipboard, which the extension needs too, so that no prompt appears. */
function allow(page: Page): Promise<void> {
  return page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}
