import type { Locator, Page } from 'playwright-core';
import { plain } from './eventually';
import type { PageElement } from './pageElement';

function activeGroup(page: Page): Locator {
  return page.locator('.part.editor .editor-group-container.active');
}

/** The title of the active editor's tab; empty when no editor is open. */
export async function activeTab(page: Page): Promise<string> {
  const [title = ''] = await activeGroup(page).locator('.tab.active .tab-label').allTextContents();
  return plain(title);
}

/** The lines of the active editor that are on screen, joined by line ends; a long document is not all there. */
export async function activeText(page: Page): Promise<string> {
  const lines = await activeGroup(page)
    .locator('.editor-instance .view-line')
    .evaluateAll((elements: PageElement[]) =>
      elements.map(element => ({ top: element.getBoundingClientRect().top, text: element.textContent })),
    );
  const sorted = lines.sort((one, other) => one.top - other.top);
  return sorted.map(({ text }) => (text ?? '').replace(/\u00a0/g, ' ').replace(/\u200b/g, '')).join('\n');
}

/** A CodeLens above a line, by its text. */
export function codeLens(page: Page, text: string | RegExp): Locator {
  return activeGroup(page).locator('.codelens-decoration a', { hasText: text });
}
