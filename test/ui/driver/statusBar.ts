import type { Locator, Page } from 'playwright-core';
import { plain } from './eventually';
import type { PageElement } from './pageElement';

export interface StatusBarItem {
  text: string;
  /** What a screen reader says. */
  spoken: string;
  kind: 'standard' | 'warning' | 'error';
}

/** An item of the status bar by its text; icons are not a part of it. */
export function statusBarItem(page: Page, text: string | RegExp): Locator {
  return page.locator('.part.statusbar .statusbar-item', { hasText: text });
}

/** The extension's own items, from left to right. */
export async function readStatusBar(page: Page): Promise<StatusBarItem[]> {
  const items = await page
    .locator('.part.statusbar .statusbar-item[id^="hydrogen-baas.hydrogen-baas"]')
    .evaluateAll((elements: PageElement[]) =>
      elements.map(element => ({
        text: element.textContent,
        spoken: element.getAttribute('aria-label'),
        classes: element.className,
      })),
    );
  return items.map(({ text, spoken, classes }) => ({
    text: plain(text),
    spoken: plain(spoken),
    kind: classes.includes('error-kind') ? 'error' : classes.includes('warning-kind') ? 'warning' : 'standard',
  }));
}
