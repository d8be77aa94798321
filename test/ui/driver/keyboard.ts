import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually, plain } from './eventually';

/** The focused element. If a list or tree has the focus: its focused row. */
interface Focused {
  /** The text that a screen reader reads. */
  spoken: string;
  /** The level of a tree row: 1 for a root row. 0 for other elements. */
  level: number;
}

async function focused(page: Page): Promise<Focused> {
  const [spoken, level] = await page.evaluate<[string | null, string | null]>(`(() => {
    const element = document.activeElement;
    const row = document.getElementById(element?.getAttribute('aria-activedescendant') ?? '') ?? element;
    return [row?.getAttribute('aria-label') ?? row?.textContent, row?.getAttribute('aria-level')];
  })()`);
  return { spoken: plain(spoken), level: Number(level) };
}

/**
 * Waits until an element with this name has the focus. Its label may continue after a comma, for example with its
 * state.
 */
export function expectFocus(page: Page, name: string, milliseconds?: number): Promise<void> {
  return eventually(async () => {
    const { spoken } = await focused(page);
    if (!isCalled(spoken, name)) throw new Error(`The keyboard is on “${spoken}”, not on “${name}”.`);
  }, milliseconds);
}

/** Presses a key repeatedly until an element with this name has the focus. */
export async function pressUntil(page: Page, key: string, name: string): Promise<void> {
  const passed: string[] = [];
  await eventually(async () => {
    const { spoken } = await focused(page);
    if (isCalled(spoken, name)) return;
    passed.push(spoken);
    await page.keyboard.press(key);
    await eventually(async () => assert.notEqual((await focused(page)).spoken, spoken), 2000);
    throw new Error(`${key} did not lead to “${name}”, but over\n${passed.join('\n')}`);
  });
}

/** Moves the focus from a tree row to its first child, and waits until the child exists. */
export async function intoRow(page: Page): Promise<void> {
  const { spoken, level } = await focused(page);
  await eventually(async () => {
    // The first press expands the row; while its children are loading, a press has no effect.
    await page.keyboard.press('ArrowRight');
    await eventually(async () => assert.ok((await focused(page)).level > level, `${spoken} has no child`), 2000);
  });
}

/** Runs a command from the Command Palette by its full title, with the keyboard only. */
export async function runByKeyboard(page: Page, title: string): Promise<void> {
  // Extensions add their commands after the workbench has started. An open palette does not show new commands, so
  // reopen it.
  await eventually(async () => {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input:focus').waitFor({ timeout: 10_000 });
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`>${title}`);
    await expectFocus(page, title, 5000).catch(async (error: unknown) => {
      // If the palette has closed, Escape would do something else.
      if (await page.locator('.quick-input-widget').isVisible()) await page.keyboard.press('Escape');
      throw error;
    });
  });
  await page.keyboard.press('Enter');
}

/** Focuses the Applications view, and waits until an element with this name has the focus. */
export function focusApplications(page: Page, name: string): Promise<void> {
  // A view may lose the focus again while VS Code is still creating it.
  return eventually(async () => {
    await runByKeyboard(page, 'Hydrogen: Focus on Applications View');
    await expectFocus(page, name, 5000);
  });
}

function isCalled(spoken: string, name: string): boolean {
  return spoken === name || spoken.startsWith(`${name},`);
}
