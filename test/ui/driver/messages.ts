import type { Locator, Page } from 'playwright-core';
import { eventually, exactly, plain } from './eventually';
import { runCommand } from './quickInput';

const alone = '.notifications-toasts .notification-list-item';
const inCentre = '.notifications-center.visible .notification-list-item';

/** Locates the visible notifications with this text. Wait for them with `expectNotification`, unless they show progress. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator(`${alone}, ${inCentre}`, { hasText: text });
}

/**
 * Waits for a notification with this text. After ten to fifteen seconds, VS Code hides a notification that is not an error
 * with buttons, and it does not show more than three within a second. Then it is in the notification centre, which this
 * function opens and leaves open.
 */
export async function expectNotification(page: Page, text: string | RegExp): Promise<Locator> {
  const found = notification(page, text).first();
  await found.waitFor({ timeout: 30_000 }).catch(async () => {
    await runCommand(page, 'Notifications: Show Notifications');
    await found.waitFor();
  });
  return found;
}

/** Waits for a notification with this text, and clicks one of its buttons. */
export async function pressInNotification(page: Page, text: string | RegExp, button: string): Promise<void> {
  await eventually(async () => {
    const shown = await expectNotification(page, text);
    await shown.locator('.monaco-button', { hasText: exactly(button) }).click({ timeout: 30_000 });
  });
}

interface Modal {
  message: string;
  detail: string;
  buttons: string[];
}

/** Waits for a modal dialog, and returns its texts. */
export async function readModal(page: Page): Promise<Modal> {
  const box = page.locator('.monaco-dialog-box');
  await box.waitFor();
  const detail = box.locator('.dialog-message-detail');
  return {
    message: plain(await box.locator('.dialog-message-text').textContent()),
    detail: (await detail.count()) > 0 ? plain(await detail.textContent()) : '',
    buttons: (await box.locator('.dialog-buttons .monaco-button').allTextContents()).map(plain),
  };
}

/**
 * Waits for a modal dialog, clicks a button, and waits until the dialog has closed, because the next dialog may have
 * the same button.
 */
export async function pressInModal(page: Page, button: string): Promise<void> {
  const buttons = page.locator('.monaco-dialog-box .monaco-button', { hasText: exactly(button) });
  const pressed = await buttons.elementHandle();
  await pressed?.click();
  await pressed?.waitForElementState('hidden');
}

/**
 * Removes all notifications, including those that appear meanwhile. VS Code shows only three at a time; others wait.
 */
export async function clearNotifications(page: Page): Promise<void> {
  const left = page.locator(`${alone}, ${inCentre}`).first();
  await eventually(async () => {
    await runCommand(page, 'Notifications: Clear All Notifications');
    await left.waitFor({ state: 'detached', timeout: 5000 });
  });
}
