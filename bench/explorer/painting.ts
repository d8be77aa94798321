import type { Page } from 'playwright-core';
import { eventually } from '../../test/ui/driver/eventually';
import { collapse, treeRow } from '../../test/ui/driver/sidebar';

/** The number of rows that fill the sidebar. With these, nothing remains to be painted. */
const screenful = 20;

/**
 * Script that measures the time from the click until the rows are painted. Runs in the page, so that the connection to
 * it does not count.
 */
const watch = `{
  globalThis.hydrogenPaintTime = undefined;
  const sidebar = document.querySelector('.part.sidebar');
  let start;
  document.addEventListener('click', () => { start = performance.now(); }, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const labels = [...sidebar.querySelectorAll('.monaco-list-row[aria-level="5"] .label-name')];
    const filled = labels.filter(label => label.textContent.startsWith('Category 0')).length >= ${screenful};
    if (start === undefined || !filled) return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { globalThis.hydrogenPaintTime = performance.now() - start; };
      port2.postMessage(undefined);
    });
  });
  observer.observe(sidebar, { subtree: true, childList: true, characterData: true });
}`;

/**
 * Script that waits until nothing has changed for a while: a tree redraws rows when their data arrives, which delays a
 * click.
 */
const rest = `new Promise(resolve => {
  let timer = setTimeout(resolve, 400);
  const observer = new MutationObserver(() => { clearTimeout(timer); timer = setTimeout(resolve, 400); });
  observer.observe(document.querySelector('.part.sidebar'), { subtree: true, childList: true, characterData: true });
}).then(() => undefined)`;

/** Opens a row for the first time. Returns the milliseconds from the click until its children are painted. */
export async function paintTime(page: Page, path: string[]): Promise<number> {
  const row = await treeRow(page, ...path);
  await page.evaluate(rest);
  await page.evaluate(watch);
  await row.locator('.monaco-tl-twistie').click();
  const time = await (await page.waitForFunction('globalThis.hydrogenPaintTime')).jsonValue();
  await eventually(() => collapse(page, ...path.slice(0, 2)));
  return time as number;
}
