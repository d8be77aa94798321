import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import type { Profile } from '../../host/launcher/profile';
import { eventually, exactly } from './eventually';
import { runCommand } from './quickInput';

function file(profile: Profile): string {
  return path.join(profile.userData, 'User', 'settings.json');
}

/** Returns the text of the user's settings.json. */
export async function settingsText(profile: Profile): Promise<string> {
  return readFile(file(profile), 'utf8');
}

/** Returns the applications as they are in the user's settings.json. */
export async function storedApplications(profile: Profile): Promise<Record<string, unknown>[]> {
  const settings = JSON.parse(await settingsText(profile)) as Record<string, Record<string, unknown>[] | undefined>;
  return settings['hydrogen.applications'] ?? [];
}

/** Edits the applications in settings.json like a user. See {@link editSettings}. */
export function editApplications(page: Page, profile: Profile, applications: unknown): Promise<void> {
  return editSettings(page, profile, { 'hydrogen.applications': applications });
}

let edits = 0;

/** Edits settings.json like a user, in an editor of the workbench: the test server does not watch files. */
export async function editSettings(page: Page, profile: Profile, changes: Record<string, unknown>): Promise<void> {
  const settings = JSON.parse(await settingsText(profile)) as Record<string, unknown>;
  edits += 1;
  const title = `Settings ${edits}`;
  await runCommand(page, 'Preferences: Open User Settings (JSON)');
  const editor = page.locator('.monaco-editor[data-uri$="/User/settings.json"]');
  await editor.click({ position: { x: 200, y: 10 } });
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(JSON.stringify({ ...settings, ...changes, 'window.title': title }));
  await page.keyboard.press('Control+S');
  const written = JSON.stringify(changes);
  await eventually(async () => assert.ok((await settingsText(profile)).includes(written.slice(1, -1))));
  // The workbench reads the file a moment later. The new window title shows that it has.
  await eventually(async () => assert.equal(await page.title(), title));
  // VS Code may still treat the file as unsaved. Then it asks whether to save when the editor closes.
  const save = page.locator('.monaco-dialog-box .monaco-button', { hasText: exactly('Save') });
  await eventually(async () => {
    if ((await editor.count()) === 0) return;
    if (await save.isVisible()) await save.click({ timeout: 2000 });
    else await page.keyboard.press('Control+W');
    await editor.waitFor({ state: 'detached', timeout: 2000 });
  });
}
