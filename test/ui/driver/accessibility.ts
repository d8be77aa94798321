import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Frame, Page } from 'playwright-core';
import { paintedMark } from '../../host/launcher/browser';
import { webviewFrame } from './webview';

const require = createRequire(import.meta.url);

/** A rule that axe-core reports as violated, and the elements that violate it. */
interface Violation {
  rule: string;
  help: string;
  elements: string[];
}

/** Exclusions for parts that VS Code itself draws: the icon of a modal, and the keybindings in list rows. */
export const ofDialogs = { elements: ['.dialog-icon'] };
export const ofLists = { rules: ['aria-allowed-attr'], elements: ['.monaco-keybinding'] };

/**
 * Waits for elements that match `scope`, runs axe-core on them and their content, and returns the violations.
 * @param except rules, and selectors of elements, to exclude; each call site states the reason
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
  // axe-core leaves out elements that are transparent.
  return page.evaluate<Violation[]>(
    `document.documentElement.toggleAttribute('${paintedMark}', true);
    axe.run(${JSON.stringify(context)}, { resultTypes: ['violations'], rules: ${JSON.stringify(off)} }).then(
      ({ violations }) => violations.map(({ id, help, nodes }) => ({
        rule: id, help, elements: nodes.map(({ html, failureSummary }) => html.slice(0, 200) + ' ' + failureSummary) })),
    ).finally(() => document.documentElement.toggleAttribute('${paintedMark}', false))`,
  );
}

/**
 * Runs axe-core on the document of a webview that allows no scripts. axe-core needs scripts and timers, so it checks a
 * copy in a new page: same styles, without the Content Security Policy.
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
