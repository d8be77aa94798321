import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually, plain } from './eventually';
import { webviewDocument, webviewFrame } from './webview';

/** Locates the table of records (the grid) in the active editor. */
export function grid(page: Page): Locator {
  return webviewDocument(page).getByRole('grid');
}

export function gridCell(page: Page, row: number, column: string): Locator {
  return grid(page).locator(`tr[data-row="${row}"] [role=gridcell][data-name="${column}"]`);
}

/** Waits until the text of a cell is exactly `text`. */
export function cellShows(page: Page, row: number, column: string, text: string): Promise<void> {
  return eventually(async () => assert.equal(plain(await gridCell(page, row, column).textContent()), text));
}

/** Waits until the keyboard focus is on a cell; row -1 is the header. */
export function isOnCell(page: Page, row: number, column: string, milliseconds?: number): Promise<void> {
  return eventually(async () => {
    const frame = await webviewFrame(page);
    const place = await frame.evaluate<string>(
      `(document.activeElement?.closest('tr')?.dataset.row ?? '-1') + ' ' + (document.activeElement?.dataset.name ?? '')`,
    );
    assert.equal(place, `${row} ${column}`);
  }, milliseconds);
}

/** Clicks a cell until it has the keyboard focus, which VS Code may take back when something else closes or opens. */
export async function goToCell(page: Page, row: number, column: string): Promise<void> {
  await eventually(async () => {
    await gridCell(page, row, column).click();
    await isOnCell(page, row, column, 10_000);
  });
}

/** Opens the menu of the focused cell or header with the keyboard, and clicks an entry. */
export async function chooseInGrid(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await webviewDocument(page).getByRole('menuitem', { name: entry, exact: true }).click();
}
