import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { webviewFrame } from './webview';

const require = createRequire(import.meta.url);

/** A violation that axe reports: the rule, and the elements that break it. */
interface Violation {
  rule: string;
  help: string;
  elements: string[];
}

/** Parts of VS Code around our text in a modal and in a list: the icon, the keys of a row. */
export const ofDialogs = { elements: ['.dialog-icon'] };
export const ofLists = { rules: ['aria-allowed-attr'], elements: ['.monaco-keybinding'] };

/**
 * Waits for elements that match `scope`, and runs axe-core on them and their content.
 * @param except rules, and elements by a selector, to exclude; each use gives the reason
 */
export async function violations(
  page: Pick<Page | Frame, 'locator' | 'evaluate'>,
  scope: string,
  { rules = [], elements = [] }: { rules?: readonly string[]; elements?: readonly string[] } = {},
): Promise<Violation[]> {
  await page.locator(scope).first().waitFor();
  await page.evaluate(await readFile(require.resolve('axe-core/axe.min.js'), 'utf8'));
  const context = { include: [scope], ...(elements.length === 0 ? {} : { exclude: elements }) };
  const off = Object.fromEntries(rules.map(rule => [rule, { enabled: false }]));
  return page.evaluate<Violation[]>(
    `axe.run(${JSON.stringify(context)}, { resultTypes: ['violations'], rules: ${JSON.stringify(off)} }).then(
      ({ violations }) => violations.map(({ id, help, nodes }) => ({
        rule: id, help, elements: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary) })))`,
  );
}

/**
 * The same for the document of a webview that runs neither scripts nor a timer, which axe needs. It checks a copy with the
 * same styles, without the policy that forbids to copy them.
 */
export async function webviewViolations(page: Page): Promise<Violation[]> {
  const html = await (await webviewFrame(page)).evaluate<string>('document.documentElement.outerHTML');
  const copy = await page.context().newPage();
  try {
    await copy.setContent(html.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
    return await violations(copy, 'html');
  } finally {
    await copy.close();
  }
}
