import type { Page } from 'playwright-core';
import { eventually } from '../driver/eventually';
import { expectFocus, intoRow, pressUntil, runByKeyboard } from '../driver/keyboard';
import { answer } from '../driver/quickInput';

/**
 * Opens the data tables of Shop's production environment with the keyboard, authorizes Shop, and focuses the first
 * table.
 */
export async function focusTables(page: Page, clientSecret: string): Promise<void> {
  // A view may lose the focus again while VS Code is still creating it.
  await eventually(async () => {
    await runByKeyboard(page, 'Hydrogen: Focus on Applications View');
    await page.keyboard.press('Home');
    await expectFocus(page, 'Shop', 5000);
  });
  for (const label of ['Production environment', 'Data Tables']) {
    await intoRow(page);
    await pressUntil(page, 'ArrowDown', label);
  }
  await page.keyboard.press('Enter');
  await answer(page, clientSecret, 'Authorize Shop');
  await expectFocus(page, 'Data Tables');
  await intoRow(page);
}
