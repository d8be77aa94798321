import type { Locator, Page } from 'playwright-core';
import { eventually, exactly, plain } from './eventually';
import type { PageElement } from './pageElement';

function sidebar(page: Page): Locator {
  return page.locator('.part.sidebar');
}

/** Shows a view container by the name of its icon in the activity bar. */
export async function openContainer(page: Page, name: string | RegExp): Promise<void> {
  const icon = page.getByRole('tab', { name }).and(page.locator('.activitybar .action-item'));
  await icon.waitFor();
  // After a reload the workbench may open the container by itself in between, and a click then closes it.
  await eventually(async () => {
    if ((await icon.getAttribute('aria-selected')) === 'true') return;
    await icon.click();
    throw new Error(`${String(name)} does not open`);
  });
}

/** Shows the extension's own container. */
export async function openHydrogen(page: Page): Promise<void> {
  await openContainer(page, /^Hydrogen/);
}

export interface TreeRow {
  /** 1 for a root. */
  level: number;
  label: string;
  description: string;
  /** What a screen reader says. */
  spoken: string;
  expanded: boolean | undefined;
}

/** The rows that the sidebar shows, from top to bottom; rows that would need scrolling are not there. */
export async function readTree(page: Page): Promise<TreeRow[]> {
  const rows = await sidebar(page)
    .getByRole('treeitem')
    .evaluateAll((elements: PageElement[]) =>
      elements.map(element => ({
        index: Number(element.getAttribute('data-index')),
        level: Number(element.getAttribute('aria-level')),
        label: element.querySelector('.label-name')?.textContent ?? '',
        description: element.querySelector('.label-description')?.textContent ?? '',
        spoken: element.getAttribute('aria-label') ?? '',
        expanded: element.getAttribute('aria-expanded'),
      })),
    );
  return rows
    .sort((one, other) => one.index - other.index)
    .map(({ level, label, description, spoken, expanded }) => ({
      level,
      label: plain(label),
      description: plain(description),
      spoken: plain(spoken),
      expanded: expanded === null ? undefined : expanded === 'true',
    }));
}

/** Waits for the row at the end of a path of labels, opening what is on the way, and scrolls nothing. */
export async function treeRow(page: Page, ...labels: string[]): Promise<Locator> {
  for (let length = 1; length < labels.length; length += 1) await expand(page, ...labels.slice(0, length));
  return locate(page, labels);
}

/** Opens the row at the end of the path, and waits until its children are there (or it turns out to have none). */
export async function expand(page: Page, ...labels: string[]): Promise<void> {
  await treeRow(page, ...labels);
  await eventually(async () => {
    const now = await locate(page, labels, 0);
    if ((await now.getAttribute('aria-expanded')) !== 'true') {
      // The extension may open the row by itself in between, and a click then closes it: so it is looked at again.
      await now.locator('.monaco-tl-twistie').click();
      await eventually(async () => {
        if ((await (await locate(page, labels, 0)).getAttribute('aria-expanded')) !== 'true') {
          throw new Error(`${labels.join(' > ')} stays closed`);
        }
      }, 2000);
    }
    const opened = await locate(page, labels, 0);
    if ((await opened.locator('.codicon-tree-item-loading').count()) > 0) {
      throw new Error(`${labels.join(' > ')} loads`);
    }
  });
}

/** Closes the row at the end of the path. */
export async function collapse(page: Page, ...labels: string[]): Promise<void> {
  const row = await treeRow(page, ...labels);
  if ((await row.getAttribute('aria-expanded')) === 'true') await row.locator('.monaco-tl-twistie').click();
}

async function locate(page: Page, labels: string[], patience?: number): Promise<Locator> {
  return eventually(async () => {
    const rows = await readTree(page);
    let from = 0;
    labels.forEach((label, depth) => {
      const index = rows.findIndex((row, at) => at >= from && row.level === depth + 1 && row.label === label);
      const parentEnds = rows.findIndex((row, at) => at >= from && row.level <= depth);
      if (index < 0 || (parentEnds >= 0 && index > parentEnds)) {
        const seen = rows.map(row => `${'  '.repeat(row.level)}${row.label}`).join('\n');
        throw new Error(`No row ${labels.slice(0, depth + 1).join(' > ')}. There are:\n${seen}`);
      }
      from = index + 1;
    });
    return sidebar(page)
      .getByRole('treeitem')
      .and(page.locator(`[data-index="${from - 1}"]`))
      .first();
  }, patience);
}

/** Presses a button that a row shows under the mouse. */
export async function pressRowAction(page: Page, labels: string[], action: string | RegExp): Promise<void> {
  const row = await treeRow(page, ...labels);
  await row.hover();
  await row.getByRole('button', { name: action }).click();
}

/** Chooses an entry of a row's context menu. */
export async function chooseFromMenu(page: Page, labels: string[], entry: string): Promise<void> {
  await (await treeRow(page, ...labels)).click({ button: 'right' });
  await chooseEntry(page, entry);
}

/** The entries of a row's context menu, which is left again. */
export async function readMenu(page: Page, labels: string[]): Promise<string[]> {
  await (await treeRow(page, ...labels)).click({ button: 'right' });
  const menu = page.locator('.monaco-menu');
  await menu.waitFor();
  const entries = (await menu.locator('.action-label').allTextContents()).map(plain).filter(text => text !== '');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'hidden' });
  return entries;
}

/** Chooses an entry of the menu “…” in the title of the view. */
export async function chooseFromViewMenu(page: Page, entry: string): Promise<void> {
  await pressViewAction(page, /^More Actions/);
  await chooseEntry(page, entry);
}

async function chooseEntry(page: Page, entry: string): Promise<void> {
  const text = page.locator('.action-label', { hasText: exactly(entry) });
  const item = page.locator('.monaco-menu .action-item', { has: text });
  await item.waitFor();
  // A menu takes no click in its first moments, lest the press that opened it should choose from it.
  await eventually(async () => {
    if (await item.isVisible()) await item.click({ timeout: 2000 });
    await item.waitFor({ state: 'hidden', timeout: 1000 });
  });
}

/** Presses a button in the title of the view. */
export async function pressViewAction(page: Page, action: string | RegExp): Promise<void> {
  await sidebar(page).hover();
  const titles = sidebar(page).locator('.composite.title, .pane-header');
  await titles.getByRole('button', { name: action }).first().click();
}

/** The text of the view while its tree is empty, and the link or button in it with a given name. */
export function welcome(page: Page): Locator {
  return sidebar(page).locator('.welcome-view-content:visible');
}
