import type { Locator, Page } from 'playwright-core';
import { eventually, exactly, plain } from './eventually';
import type { PageElement } from './pageElement';
import { press } from './press';

function sidebar(page: Page): Locator {
  return page.locator('.part.sidebar');
}

/** Shows a view container. Finds it by the name of its icon in the activity bar. */
export async function openContainer(page: Page, name: string | RegExp): Promise<void> {
  const icon = page.getByRole('tab', { name }).and(page.locator('.activitybar .action-item'));
  await icon.waitFor();
  // After a reload VS Code may open the container meanwhile. Then a click would close it, so check its state first.
  await eventually(async () => {
    if ((await icon.getAttribute('aria-selected')) === 'true') return;
    await icon.click();
    throw new Error(`${String(name)} does not open`);
  });
}

/** Shows the view container of the extension. */
export async function openHydrogen(page: Page): Promise<void> {
  await openContainer(page, /^Hydrogen/);
}

/** Expands one of the extension's two views, and collapses the other. */
export async function openView(page: Page, name: 'Applications' | 'Request History' | '请求历史'): Promise<void> {
  await openHydrogen(page);
  const other = { Applications: 'Request History', 'Request History': 'Applications', 请求历史: '应用' }[name];
  for (const [view, expanded] of [
    [name, 'true'],
    [other, 'false'],
  ] as const) {
    const header = sidebar(page).locator('.pane-header', { hasText: view });
    await eventually(async () => {
      if ((await header.getAttribute('aria-expanded')) === expanded) return;
      await header.click();
      throw new Error(`${view} stays as it is`);
    });
  }
}

export interface TreeRow {
  /** The index in the whole tree, not only among the visible rows. */
  index: number;
  /** The level in the tree: 1 for a root row. */
  level: number;
  label: string;
  description: string;
  /** The text that a screen reader reads. */
  spoken: string;
  expanded: boolean | undefined;
}

/** Returns the visible tree rows of the sidebar, from top to bottom. */
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
    .map(({ index, level, label, description, spoken, expanded }) => ({
      index,
      level,
      label: plain(label),
      description: plain(description),
      spoken: plain(spoken),
      expanded: expanded === null ? undefined : expanded === 'true',
    }));
}

/** Waits for the row at the end of a path of labels. Expands the rows above it. Does not scroll. */
export async function treeRow(page: Page, ...labels: string[]): Promise<Locator> {
  for (let length = 1; length < labels.length; length += 1) await toggle(page, labels.slice(0, length), 'true');
  return eventually(() => locate(page, labels));
}

/** Expands the row at the end of the path, and waits until it has children. */
export async function expand(page: Page, ...labels: string[]): Promise<void> {
  await expandEmpty(page, ...labels);
  await eventually(async () => {
    const rows = await readTree(page);
    const at = indexOf(rows, labels);
    if (rows[at + 1]?.level !== labels.length + 1) throw new Error(`${labels.join(' > ')} has no children.`);
  });
}

/** Expands the row at the end of the path. The row may have no children. */
export async function expandEmpty(page: Page, ...labels: string[]): Promise<void> {
  await treeRow(page, ...labels);
  await toggle(page, labels, 'true');
}

/** Collapses the row at the end of the path. */
export async function collapse(page: Page, ...labels: string[]): Promise<void> {
  await treeRow(page, ...labels);
  await toggle(page, labels, 'false');
}

async function toggle(page: Page, labels: string[], expanded: 'true' | 'false'): Promise<void> {
  const check = async (row: Locator) => {
    if ((await row.getAttribute('aria-expanded', quick)) === expanded) return;
    throw new Error(`${labels.join(' > ')} is not ${expanded === 'true' ? 'open' : 'closed'}`);
  };
  await eventually(async () => {
    const row = await rested(page, labels);
    // The extension may expand the row meanwhile. Then a click would collapse it, so check its state first.
    await check(row).catch(async () => {
      // A row that cannot be expanded, for example because nobody is signed in, would run its command.
      if ((await row.getAttribute('aria-expanded', quick)) === null) throw new Error(`${labels.join(' > ')} is a leaf`);
      await press(row.locator('.monaco-tl-twistie'));
      await eventually(async () => check(await locate(page, labels)), 2000);
    });
    if ((await (await locate(page, labels)).locator('.codicon-tree-item-loading').count()) > 0) {
      throw new Error(`${labels.join(' > ')} loads`);
    }
  });
}

/** Timeout for one action on a row. If the row has moved, the action fails fast and is repeated on the new row. */
const quick = { timeout: 5000 };

/** Locates the row at the end of a path by its index and label. Finds nothing if another row is now at that index. */
async function locate(page: Page, labels: string[]): Promise<Locator> {
  const rows = await readTree(page);
  const index = rows[indexOf(rows, labels)]?.index;
  const row = sidebar(page).locator(`[role="treeitem"][data-index="${index}"]`);
  return row.filter({ has: page.locator('.label-name', { hasText: exactly(labels.at(-1) ?? '') }) });
}

/** Returns the position of the row at the end of a path in `rows`. Throws if the row is missing. */
function indexOf(rows: TreeRow[], labels: string[]): number {
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
  return from - 1;
}

/** Locates the row at the end of a path. Throws if a row was added, removed or moved within 50 ms. */
async function rested(page: Page, labels: string[]): Promise<Locator> {
  const before = await treeState(page);
  const row = await locate(page, labels);
  await page.evaluate('new Promise(resolve => setTimeout(resolve, 50))'); // a page timer slows down with the tree
  if ((await treeState(page)) !== before) throw new Error(`The tree with ${labels.join(' > ')} does not come to rest.`);
  return row;
}

function treeState(page: Page): Promise<string> {
  return page.evaluate<string>(`[...document.querySelectorAll('.part.sidebar [role=treeitem]')].map(row =>
    [row.getAttribute('data-index'), row.style.top, row.textContent, row.getAttribute('aria-expanded')].join()).sort().join('|')`);
}

/** Calls `act` with the row at the end of a path when the tree has stopped changing. Repeats it until it succeeds. */
async function atRow(page: Page, labels: string[], act: (row: Locator) => Promise<void>): Promise<void> {
  await treeRow(page, ...labels);
  await eventually(async () => act(await rested(page, labels)));
}

/** Presses a row. */
export function clickRow(
  page: Page,
  labels: string[],
  { modifiers = [] }: { modifiers?: ('Control' | 'Shift')[] } = {},
): Promise<void> {
  return atRow(page, labels, row => press(row, { modifiers }));
}

/** Presses an inline action of a row. VS Code shows these buttons only while the mouse is over the row. */
export function pressRowAction(page: Page, labels: string[], action: string | RegExp): Promise<void> {
  return atRow(page, labels, row => pressUnderMouse(row, row.getByRole('button', { name: action })));
}

/**
 * Presses a button that exists only while the mouse is over `place`. Moves the mouse away afterwards, because it would
 * open a hover that covers the next target.
 */
async function pressUnderMouse(place: Locator, button: Locator): Promise<void> {
  try {
    await place.hover(quick);
    await press(button);
  } finally {
    await place.page().mouse.move(0, 0);
  }
}

/**
 * Opens a row's context menu, and waits for its entries. Repeats this, because a focused tree takes the focus back when
 * it is redrawn, which closes a menu.
 */
async function openMenu(page: Page, labels: string[]): Promise<Locator> {
  const menu = page.locator('.monaco-menu').first();
  await treeRow(page, ...labels);
  await eventually(async () => {
    if (!(await menu.isVisible())) await press(await rested(page, labels), { button: 'right' });
    await menu.locator('.action-label').first().waitFor({ timeout: 5000 });
  });
  return menu;
}

/** Chooses an entry of a row's context menu. The labels of its submenus, such as `Copy`, come first. */
export async function chooseFromMenu(page: Page, labels: string[], ...entries: string[]): Promise<void> {
  await eventually(async () => {
    await openMenu(page, labels);
    await chooseEntry(page, entries);
  });
}

/** Returns the entries of a row's context menu or of a submenu, and closes the menu. */
export async function readMenu(page: Page, labels: string[], submenu?: string): Promise<string[]> {
  const texts = await eventually(async () => {
    const menu = await openMenu(page, labels);
    const shown = submenu === undefined ? menu : await openSubmenu(page, submenu);
    return shown.locator('.action-label').allTextContents();
  });
  await closeMenu(page);
  return texts.map(plain).filter(text => text !== '');
}

/** Closes all menus. One Escape closes only one level. */
async function closeMenu(page: Page): Promise<void> {
  const menu = page.locator('.monaco-menu');
  await eventually(async () => {
    if ((await menu.count()) === 0) return;
    await page.keyboard.press('Escape');
    throw new Error('A menu stays open.');
  });
}

/** Chooses an entry of the “…” menu in the title of the view, or of a submenu. */
export async function chooseFromViewMenu(page: Page, ...entries: string[]): Promise<void> {
  await eventually(async () => {
    if (!(await page.locator('.monaco-menu').first().isVisible())) await pressViewAction(page, /^More Actions/);
    await chooseEntry(page, entries);
  });
}

function menuItem(page: Page, entry: string): Locator {
  const text = page.locator('.action-label', { hasText: exactly(entry) });
  return page.locator('.monaco-menu .action-menu-item', { has: text });
}

/** Opens a submenu of the open menu. Presses its entry again if the submenu does not appear. */
async function openSubmenu(page: Page, entry: string): Promise<Locator> {
  const item = menuItem(page, entry);
  await item.waitFor({ timeout: 5000 });
  const submenu = item.locator('..').locator('.monaco-submenu');
  await eventually(async () => {
    if (!(await submenu.isVisible())) await press(item);
    await submenu.locator('.action-label').first().waitFor({ timeout: 1000 });
  });
  return submenu;
}

/** Presses an entry, also of a submenu. @throws when the menu closes before the last entry was pressed */
async function chooseEntry(page: Page, entries: string[]): Promise<void> {
  for (const entry of entries.slice(0, -1)) await openSubmenu(page, entry);
  const entry = entries.at(-1) ?? '';
  const item = menuItem(page, entry);
  await item.waitFor({ timeout: 5000 });
  let pressed = false;
  // A new menu ignores presses for a moment: the press that opened it must not choose an entry.
  await eventually(async () => {
    if (await item.isVisible()) {
      await press(item);
      pressed = true;
    }
    await item.waitFor({ state: 'hidden', timeout: 1000 });
  });
  if (!pressed) throw new Error(`The menu closed before ${entry} was chosen.`);
}

/** Presses an action in the title of the view. */
export async function pressViewAction(page: Page, action: string | RegExp): Promise<void> {
  const titles = sidebar(page).locator('.composite.title, .pane-header');
  const button = titles.getByRole('button', { name: action }).first();
  await eventually(() => pressUnderMouse(sidebar(page).locator('.pane-header.expanded').first(), button));
}

/** Locates the welcome content of the view, which VS Code shows while the tree is empty. */
export function welcome(page: Page): Locator {
  return sidebar(page).locator('.welcome-view-content:visible');
}
