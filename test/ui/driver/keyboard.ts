import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually, plain } from './eventually';

/** The focused element: the row of a list or tree in focus, else the element itself. */
interface Focused {
  /** The text for a screen reader. */
  spoken: string;
  /** The level of a row in a tree; 1 for a root, 0 elsewhere. */
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

/** Waits until an element of this name has the focus; the text after a comma is its state. */
export function expectFocus(page: Page, name: string, milliseconds?: number): Promise<void> {
  return eventually(async () => {
    const { spoken } = await focused(page);
    if (!isCalled(spoken, name)) throw new Error(`The keyboard is on “${spoken}”, not on “${name}”.`);
  }, milliseconds);
}

/** Presses a key repeatedly, until an element of this name has the focus. */
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

/** Moves from a row of a tree to its first child, as soon as it exists. */
export async function intoRow(page: Page): Promise<void> {
  const { spoken, level } = await focused(page);
  await eventually(async () => {
    // The first press expands the row; while its children are loading, a press has no effect.
    await page.keyboard.press('ArrowRight');
    await eventually(async () => assert.ok((await focused(page)).level > level, `${spoken} has no child`), 2000);
  });
}

/** Runs a command from the palette by its full title. */
export async function runByKeyboard(page: Page, title: string): Promise<void> {
  // Commands of extensions arrive after the workbench, and an open palette does not add them.
  await eventually(async () => {
    await page.keyboard.press('F1');
    await page.locator('.quick-input-widget input:focus').waitFor({ timeout: 10_000 });
    await page.keyboard.press('Control+A');
    await page.keyboard.type(`>${title}`);
    await expectFocus(page, title, 3000).catch(async (error: unknown) => {
      // Without an open palette, Escape would have another effect.
      if (await page.locator('.quick-input-widget').isVisible()) await page.keyboard.press('Escape');
      throw error;
    });
  });
  await page.keyboard.press('Enter');
}

/** Focuses the applications view, and waits until an element of this name has the focus. */
export function focusApplications(page: Page, name: string): Promise<void> {
  // A view that is still being built loses the focus again.
  return eventually(async () => {
    await runByKeyboard(page, 'Hydrogen: Focus on Applications View');
    await expectFocus(page, name, 5000);
  });
}

function isCalled(spoken: string, name: string): boolean {
  return spoken === name || spoken.startsWith(`${name},`);
}
