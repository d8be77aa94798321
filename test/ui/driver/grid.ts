import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually, plain } from './eventually';
import { webviewDocument, webviewFrame } from './webview';

/** The records of the active editor, as a table. */
export function grid(page: Page): Locator {
  return webviewDocument(page).getByRole('grid');
}

export function gridCell(page: Page, row: number, column: string): Locator {
  return grid(page).locator(`tr[data-row="${row}"] [role=gridcell][data-name="${column}"]`);
}

/** Waits until a cell shows this. */
export function cellShows(page: Page, row: number, column: string, text: string): Promise<void> {
  return eventually(async () => assert.equal(plain(await gridCell(page, row, column).textContent()), text));
}

/** Waits until the keyboard focus is on a cell; row -1 is the header. */
export function isOnCell(page: Page, row: number, column: string): Promise<void> {
  return eventually(async () => {
    const frame = await webviewFrame(page);
    const place = await frame.evaluate<string>(
      `(document.activeElement?.closest('tr')?.dataset.row ?? '-1') + ' ' + (document.activeElement?.dataset.name ?? '')`,
    );
    assert.equal(place, `${row} ${column}`);
  });
}

/** Clicks a cell, and waits until it has the keyboard focus. */
export async function goToCell(page: Page, row: number, column: string): Promise<void> {
  await gridCell(page, row, column).click();
  await isOnCell(page, row, column);
}

/** Chooses from the menu of the focused cell or header, with the keyboard. */
export async function chooseInGrid(page: Page, entry: string): Promise<void> {
  await page.keyboard.press('Shift+F10');
  await webviewDocument(page).getByRole('menuitem', { name: entry, exact: true }).click();
}
