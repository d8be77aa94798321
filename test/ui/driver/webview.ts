import type { Frame, FrameLocator, Page } from 'playwright-core';

/** Locates the document inside the webview of the active editor. */
export function webviewDocument(page: Page): FrameLocator {
  return page.frameLocator('iframe.webview:visible').frameLocator('iframe#active-frame');
}

/** Returns the webview's document as a frame. Tests can run scripts in it; its own scripts cannot run. */
export async function webviewFrame(page: Page): Promise<Frame> {
  const frame = await (await webviewDocument(page).locator('html').elementHandle())?.ownerFrame();
  if (!frame) throw new Error('There is no webview.');
  return frame;
}

/** Clicks an action in the title of the active editor. */
export async function pressEditorAction(page: Page, name: string | RegExp): Promise<void> {
  await page.locator('.editor-group-container.active .editor-actions').getByRole('button', { name }).click();
}
