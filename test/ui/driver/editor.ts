import type { Locator, Page } from 'playwright-core';
import { eventually, plain } from './eventually';
import type { PageElement } from './pageElement';
import { press } from './press';
import { acceptQuickInput, expectQuickInput, quickInput, typeInQuickInput } from './quickInput';

function activeGroup(page: Page): Locator {
  return page.locator('.part.editor .editor-group-container.active');
}

/** Returns the title of the active editor's tab; empty when no editor is open. */
export async function activeTab(page: Page): Promise<string> {
  const [title = ''] = await activeGroup(page).locator('.tab.active .tab-label').allTextContents();
  return plain(title);
}

/** Returns the visible lines of the active editor, joined by `\n`. Lines outside the viewport are missing. */
export function activeText(page: Page): Promise<string> {
  return textOf(page, '.editor-group-container.active', 0);
}

/** Returns the visible lines of an editor group; group 0 is the leftmost. */
export function groupText(page: Page, group: number): Promise<string> {
  return textOf(page, '.editor-group-container', group);
}

/** Reads all lines in one call: VS Code may redraw a line between two calls, and then its position is lost. */
async function textOf(page: Page, groups: string, index: number): Promise<string> {
  const lines = await page.evaluate<{ top: number; text: string }[]>(`(() => {
    const group = document.querySelectorAll('.part.editor ${groups}')[${index}];
    return [...(group?.querySelectorAll('.editor-instance .view-line') ?? [])]
      .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent }));
  })()`);
  const sorted = lines.sort((one, other) => one.top - other.top);
  return sorted.map(({ text }) => text.replace(/\u00a0/g, ' ').replace(/\u200b/g, '')).join('\n');
}

/**
 * Moves the cursor to the start of a line (1-based) with the keyboard. Selects until the end of line `selectTo`, if
 * set.
 */
export async function goToLine(page: Page, line: number, selectTo?: number): Promise<void> {
  await page.keyboard.press('Control+G');
  await expectQuickInput(page, { value: ':' });
  await typeInQuickInput(page, `:${line}:1`);
  await acceptQuickInput(page);
  await quickInput(page).waitFor({ state: 'hidden' });
  await activeGroup(page).locator('.monaco-editor.focused').waitFor();
  if (selectTo === undefined) return;
  for (let at = line; at < selectTo; at++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
}

/** Locates code lenses of the active editor by their text. */
export function codeLens(page: Page, text: string | RegExp): Locator {
  return activeGroup(page).locator('.codelens-decoration a', { hasText: text });
}

/** Returns the names of all actions in the title of the active editor: its icons and the entries of the “…” menu. */
export async function readEditorActions(page: Page): Promise<string[]> {
  const actions = activeGroup(page).locator('.editor-actions');
  const menu = page.locator('.monaco-menu');
  const entries = await eventually(async () => {
    if (!(await menu.isVisible())) await press(actions.getByRole('button', { name: /^More Actions/ }));
    await menu.locator('.action-label').first().waitFor({ timeout: 5000 });
    return menu.locator('.action-label').allTextContents();
  });
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  const icons = await actions
    .locator('.action-label')
    .evaluateAll((elements: PageElement[]) => elements.map(element => element.getAttribute('aria-label') ?? ''));
  return [...icons, ...entries].map(plain).filter(text => text !== '');
}
