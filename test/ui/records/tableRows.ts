import type { Page } from 'playwright-core';
import { eventually } from '../driver/eventually';
import { expectFocus, intoRow, pressUntil, runByKeyboard } from '../driver/keyboard';
import { answer } from '../driver/quickInput';

/** Authorizes the application Shop at the tables of its production environment, and focuses the first table, by keyboard. */
export async function focusTables(page: Page, clientSecret: string): Promise<void> {
  // A view that is still being built loses the focus again.
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
