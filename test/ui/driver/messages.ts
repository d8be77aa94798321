import type { Locator, Page } from 'playwright-core';
import { exactly, plain } from './eventually';
import { runCommand } from './quickInput';

/** The notifications on screen, with this text in them. One without buttons leaves after some seconds. */
export function notification(page: Page, text: string | RegExp): Locator {
  return page.locator('.notifications-toasts .notification-list-item', { hasText: text });
}

/** Waits for a notification and presses one of its buttons. */
export async function pressInNotification(page: Page, text: string | RegExp, button: string): Promise<void> {
  const pressed = notification(page, text).locator('.monaco-button', { hasText: exactly(button) });
  await pressed.click();
}

interface Modal {
  message: string;
  detail: string;
  buttons: string[];
}

/** Waits for a modal dialog and reads it. */
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

/** Waits for a modal dialog, presses one of its buttons, and waits until it has gone. */
export async function pressInModal(page: Page, button: string): Promise<void> {
  const pressed = page.locator('.monaco-dialog-box .monaco-button', { hasText: exactly(button) });
  await pressed.click();
  await pressed.waitFor({ state: 'detached' });
}

/** Removes all notifications. Only three are on screen at a time, and a fourth waits until there is room. */
export async function clearNotifications(page: Page): Promise<void> {
  await runCommand(page, 'Notifications: Clear All Notifications');
  await page.locator('.notifications-toasts .notification-list-item').first().waitFor({ state: 'detached' });
}
