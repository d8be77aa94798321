// Runs in the extension host instead of a test suite: activates the extension under development, records the cost, and
// then performs the step in `step.json` in this folder. Each host runs only once, so every step is performed for the
// first time.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import v8 from 'node:v8';
import vm from 'node:vm';
import * as vscode from 'vscode';
import type { Figures, Step } from './freshHost';

v8.setFlagsFromString('--expose-gc');
const collect = vm.runInNewContext('gc') as () => void;

const read = (name: string) => JSON.parse(readFileSync(path.join(__dirname, name), 'utf8')) as Record<string, string>;
const wait = (milliseconds: number) => new Promise(resolve => setTimeout(resolve, milliseconds));

/** Returns the used memory after a garbage collection, in megabytes. */
function memory(): { rss: number; heap: number } {
  collect();
  const { rss, heapUsed } = process.memoryUsage();
  return { rss: rss / 1e6, heap: heapUsed / 1e6 };
}

async function timed(work: () => PromiseLike<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

const select = () => vscode.commands.executeCommand('hydrogen.application.select', { clientId: 'library-client' });

const steps: Record<Step, () => Promise<number | undefined>> = {
  /** Waits while the page shows the tree and measures the time itself. */
  async tree() {
    writeFileSync(path.join(__dirname, 'ready'), '');
    while (!existsSync(path.join(__dirname, 'seen'))) await wait(20);
    return undefined;
  },
  command: () => timed(select),
  /** Opens a request document and waits until its code lenses are there. */
  document: () =>
    timed(async () => {
      const content = '### One\nGET /hserve/v1/content/category/\n';
      const { uri } = await vscode.workspace.openTextDocument({ language: 'hydrogen-http', content });
      for (let lenses: unknown[] = []; lenses.length === 0; await new Promise(setImmediate)) {
        lenses = await vscode.commands.executeCommand<unknown[]>('vscode.executeCodeLensProvider', uri);
      }
    }),
  nothing: async () => undefined,
  /** Waits until the window has saved its status bar item, and the workbench has written it. */
  async used() {
    await select();
    await wait(3000);
    return undefined;
  },
};

export async function run(): Promise<void> {
  const { publisher, name } = read('package.json');
  const extension = vscode.extensions.getExtension(`${publisher}.${name}`);
  if (extension === undefined || extension.isActive) throw new Error('The extension is not there, or runs already.');
  // Wait, because the workbench is still busy with its own start.
  await wait(1500);
  const before = memory();
  const activation = await timed(() => extension.activate());
  const after = memory();
  const step = read('step.json')['step'] as Step;
  if (step !== 'used') {
    await wait(500);
    const loaded = performance.getEntriesByType('mark').filter(mark => mark.name.startsWith('hydrogen/loaded/'));
    if (loaded.length > 0) throw new Error('The window was loaded before anything was asked of it.');
  }
  const first = await steps[step]();
  const figures: Figures = { activation, rss: after.rss - before.rss, heap: after.heap - before.heap, first };
  writeFileSync(path.join(__dirname, 'result.json'), JSON.stringify(figures));
}
