import type { Page } from 'playwright-core';

/** The text on the clipboard. */
export async function readClipboard(page: Page): Promise<string> {
  await allow(page);
  return page.evaluate<string>('navigator.clipboard.readText()');
}

/** As another program puts text there. */
export async function writeClipboard(page: Page, text: string): Promise<void> {
  await allow(page);
  await page.evaluate<undefined>(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
}

/** What a person is asked by the browser once, also on behalf of the extension. */
function allow(page: Page): Promise<void> {
  return page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
}
