import type { Page } from 'playwright-core';
import { answer, pick } from '../driver/quickInput';
import { pressRowAction } from '../driver/sidebar';
import { statusMessage } from '../driver/statusBar';

/** Signs a user in by name and password, with the inline action of an environment's row. */
export async function signIn(
  page: Page,
  row: string[],
  user: { username: string; password: string } | undefined,
): Promise<void> {
  await pressRowAction(page, row, 'Sign In as a User…');
  await pick(page, 'User name and password');
  await answer(page, user?.username ?? '', /\(1\/2\)/);
  await answer(page, user?.password ?? '', /\(2\/2\)/);
  await statusMessage(page, `Signed in to ${row.slice(0, 2).join(' · ')}`);
}
