import type { Locator, Page } from 'playwright-core';
import { eventually, plain } from './eventually';
import type { PageElement } from './pageElement';
import { press } from './press';
import { acceptQuickInput, expectQuickInput, quickInput, typeInQuickInput } from './quickInput';

function activeGroup(page: Page): Locator {
  return page.locator('.part.editor .editor-group-container.active');
}

/** The title of the active editor's tab; empty when no editor is open. */
export async function activeTab(page: Page): Promise<string> {
  const [title = ''] = await activeGroup(page).locator('.tab.active .tab-label').allTextContents();
  return plain(title);
}

/** The visible lines of the active editor, joined by line ends; a long document is incomplete. */
export function activeText(page: Page): Promise<string> {
  return textOf(page, '.editor-group-container.active', 0);
}

/** The visible lines of an editor group; 0 is the left one. */
export function groupText(page: Page, group: number): Promise<string> {
  return textOf(page, '.editor-group-container', group);
}

/** Reads in one step of the page: a line that VS Code redraws between finding and reading would have no position. */
async function textOf(page: Page, groups: string, index: number): Promise<string> {
  const lines = await page.evaluate<{ top: number; text: string }[]>(`(() => {
    const group = document.querySelectorAll('.part.editor ${groups}')[${index}];
    return [...(group?.querySelectorAll('.editor-instance .view-line') ?? [])]
      .map(line => ({ top: line.getBoundingClientRect().top, text: line.textContent }));
  })()`);
  const sorted = lines.sort((one, other) => one.top - other.top);
  return sorted.map(({ text }) => text.replace(/\u00a0/g, ' ').replace(/\u200b/g, '')).join('\n');
}

/** Puts the caret at the start of a line, from 1, with the keyboard; selects until the end of another line. */
export async function goToLine(page: Page, line: number, selectTo?: number): Promise<void> {
  await page.keyboard.press('Control+G');
  await expectQuickInput(page, { value: ':' });
  await typeInQuickInput(page, `:${line}:1`);
  await acceptQuickInput(page);
  await quickInput(page).waitFor({ state: 'hidden' });
  if (selectTo === undefined) return;
  for (let at = line; at < selectTo; at++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
}

/** A CodeLens above a line, by its text. */
export function codeLens(page: Page, text: string | RegExp): Locator {
  return activeGroup(page).locator('.codelens-decoration a', { hasText: text });
}

/** The names of all actions in the title of the active editor: its icons and the entries of “…”. */
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
