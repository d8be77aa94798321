import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { eventually, exactly, plain } from './eventually';

/** The one quick input widget of the workbench: palette, pick lists and input boxes. */
export function quickInput(page: Page): Locator {
  return page.locator('.quick-input-widget');
}

function inputBox(page: Page): Locator {
  return quickInput(page).locator('.quick-input-box input');
}

/** Rows whose label is `label`; the description and detail of a row do not count. */
export function pickRow(page: Page, label: string | RegExp): Locator {
  const labels = page.locator('.quick-input-list-row:first-child .label-name');
  const hasText = typeof label === 'string' ? exactly(label) : label;
  return quickInput(page).locator('.monaco-list-row', { has: labels.filter({ hasText }) });
}

/** Runs a command as a person does: F1, its whole title (category included), Enter. */
export async function runCommand(page: Page, title: string): Promise<void> {
  const row = pickRow(page, title).first();
  // Commands of extensions arrive after the workbench, and an open palette does not take them up.
  await eventually(async () => {
    await page.keyboard.press('F1');
    await inputBox(page).fill(`>${title}`, { timeout: 10_000 });
    await row.waitFor({ timeout: 2000 }).catch(closeAndThrow(page));
    // An editor that opens meanwhile takes the focus, and the palette closes.
    await row.click({ timeout: 5000 }).catch(closeAndThrow(page));
  });
}

/** Only a widget that failed is closed: Escape hides the notifications as well. */
function closeAndThrow(page: Page): (error: unknown) => Promise<never> {
  return async error => {
    await page.keyboard.press('Escape');
    throw error;
  };
}

/** Opens a file of the workspace by its name. */
export async function openFile(page: Page, name: string): Promise<void> {
  await eventually(async () => {
    await page.keyboard.press('Control+P');
    await inputBox(page).fill(name, { timeout: 10_000 });
    await pickRow(page, name).first().click({ timeout: 5000 }).catch(closeAndThrow(page));
  });
  await page.locator('.tab.active', { hasText: name }).waitFor();
}

/** What a pick list or an input box shows at the moment. */
export interface QuickInputState {
  title: string;
  placeholder: string;
  value: string;
  /** The prompt, or the complaint about the value. */
  message: string;
  severity: 'none' | 'info' | 'warning' | 'error';
}

/** Waits for the quick input and reads it; `title` makes it wait for the one with that title. */
export async function readQuickInput(page: Page, title?: string | RegExp): Promise<QuickInputState> {
  const widget = quickInput(page);
  const heading = widget.locator('.quick-input-title');
  if (title !== undefined) {
    await heading.filter({ hasText: typeof title === 'string' ? exactly(title) : title }).waitFor();
  }
  await inputBox(page).waitFor();
  const severity = /\b(info|warning|error)\b/.exec(
    (await widget.locator('.monaco-inputbox').getAttribute('class')) ?? '',
  );
  return {
    title: plain(await heading.textContent()),
    placeholder: (await inputBox(page).getAttribute('placeholder')) ?? '',
    value: await inputBox(page).inputValue(),
    message: plain(await widget.locator('.quick-input-message').textContent()),
    severity: (severity?.[1] ?? 'none') as QuickInputState['severity'],
  };
}

/** Replaces what is in the box. */
export async function typeInQuickInput(page: Page, text: string): Promise<void> {
  await inputBox(page).fill(text);
}

/** Types into the box and accepts it. With `title` it first waits for the box of that title to be there. */
export async function answer(page: Page, text: string, title?: string | RegExp): Promise<void> {
  if (title !== undefined) await readQuickInput(page, title);
  await typeInQuickInput(page, text);
  await acceptQuickInput(page);
}

/** Enter. */
export async function acceptQuickInput(page: Page): Promise<void> {
  await inputBox(page).press('Enter');
}

/** Answers the dialog for a file to open: in a browser it is a quick input with a button. */
export async function answerFileDialog(page: Page, file: string): Promise<void> {
  await quickInput(page).getByRole('button', { name: 'OK', exact: true }).waitFor();
  await eventually(async () => {
    await typeInQuickInput(page, file);
    assert.equal((await readQuickInput(page)).value, file);
  });
  await acceptQuickInput(page);
}

/** Escape, and the widget is gone. */
export async function cancelQuickInput(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await quickInput(page).waitFor({ state: 'hidden' });
}

/** Chooses the entry of a pick list with this label. */
export async function pick(page: Page, label: string | RegExp): Promise<void> {
  await pickRow(page, label).first().click();
}

/** The labels in the pick list, from top to bottom, as far as the list shows them without scrolling. */
export async function readPicks(page: Page): Promise<string[]> {
  await quickInput(page).locator('.monaco-list-row').first().waitFor();
  const labels = await quickInput(page).locator('.quick-input-list-row:first-child .label-name').allTextContents();
  return labels.map(plain);
}

/** Waits until the pick list shows just these labels: its rows may still be those of the list before. */
export async function expectPicks(page: Page, labels: readonly string[]): Promise<void> {
  await eventually(async () => assert.deepEqual(await readPicks(page), labels));
}
