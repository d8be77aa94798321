import type { Page } from 'playwright-core';

/** The text on the clipboard. */
export async function readClipboard(page: Page): Promise<string> {
  await allow(page);
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** Puts text on the clipboard like another program. */
export async function writeClipboard(page: Page, text: string): Promise<void> {
  await allow(page);
  await page.evaluate<undefined>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

/** Grants the permission that the browser asks for once, also on behalf of the extension. */
function allow(page: Page): Promise<void> {
  return page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}
