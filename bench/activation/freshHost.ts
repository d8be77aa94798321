import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Server } from '../../test/host/launcher/server';
import { root, say } from '../../test/host/launcher/root';
import { eventually } from '../../test/ui/driver/eventually';

export type Step = 'tree' | 'command' | 'document' | 'nothing' | 'used';

/** The figures of one fresh extension host, in milliseconds and megabytes. */
export interface Figures {
  activation: number;
  rss: number;
  heap: number;
  /** Duration of the step after activation. */
  first: number | undefined;
}

/** Copies an extension into `folder`, without activation events, so that only the measurement activates it. */
export async function placeCandidate(
  folder: string,
  from: string,
  files: readonly string[],
  manifestParts: Record<string, unknown> = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) await cp(path.join(from, file), path.join(folder, file), { recursive: true });
  await cp(path.join(root, 'out/bench/activation/measure.cjs'), path.join(folder, 'measure.cjs'));
  const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')) as object;
  await writeFile(
    path.join(folder, 'package.json'),
    JSON.stringify({ ...manifest, activationEvents: [], ...manifestParts }),
  );
}

/** Opens a separate window, whose extension host has never loaded the extension, and closes it after the step. */
export async function useFreshHost(
  context: BrowserContext,
  server: Server,
  workspace: string,
  folder: string,
  step: Step,
): Promise<Figures> {
  for (const name of ['ready', 'seen', 'result.json']) await rm(path.join(folder, name), { force: true });
  await writeFile(path.join(folder, 'step.json'), JSON.stringify({ step }));
  const page = await context.newPage();
  try {
    const ended = new Promise<number>(resolve => void page.exposeFunction('codeAutomationExit', resolve));
    await page.exposeFunction('codeAutomationLog', () => undefined);
    const remote = (file: string) => `vscode-remote://${server.authority}${file}`;
    const payload = [
      ['extensionDevelopmentPath', remote(folder)],
      ['extensionTestsPath', remote(path.join(folder, 'measure.cjs'))],
      ['skipWelcome', 'true'],
    ];
    const query = new URLSearchParams({ folder: workspace, payload: JSON.stringify(payload) });
    await page.goto(`${server.address}&${query.toString()}`);
    const shown = step === 'tree' ? await showTree(page, folder) : undefined;
    if ((await ended) !== 0) throw new Error(`${folder}: the extension host did not do the step ${step}`);
    const figures = JSON.parse(await readFile(path.join(folder, 'result.json'), 'utf8')) as Figures;
    say(`${path.basename(folder)}, ${step}: activated in ${figures.activation.toFixed(1)} ms`);
    return { ...figures, first: shown ?? figures.first };
  } finally {
    await page.close();
  }
}

/** Script that measures the time from the click on the icon until the first row is painted. Runs in the page. */
const watch = `{
  let start;
  document.addEventListener('click', () => { start = performance.now(); }, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const row = document.querySelector('.part.sidebar .monaco-list-row[aria-level="1"] .label-name');
    if (start === undefined || row?.textContent !== 'Library') return;
    observer.disconnect();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => { globalThis.hydrogenPaintTime = performance.now() - start; };
      port2.postMessage(undefined);
    });
  });
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
}`;

async function showTree(page: Page, folder: string): Promise<number> {
  await eventually(() => readFile(path.join(folder, 'ready')));
  const icon = page.getByRole('tab', { name: /^Hydrogen/ }).and(page.locator('.activitybar .action-item'));
  await icon.waitFor();
  await page.evaluate(watch);
  await icon.click();
  const time = await (await page.waitForFunction('globalThis.hydrogenPaintTime')).jsonValue();
  await writeFile(path.join(folder, 'seen'), '');
  return time as number;
}
