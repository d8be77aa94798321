// Measures pages of records in the grid of the real workbench: requests, the time from their response to the first
// painted cells, frames while scrolling (compared with an empty webview), and memory.
import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage } from 'node:http';
import os from 'node:os';
import type { Frame, Page } from 'playwright-core';
import { startSandbox } from '../src/sandbox/sandbox';
import { eventually } from '../test/ui/driver/eventually';
import { webviewFrame } from '../test/ui/driver/webview';
import { openWorkbench } from '../test/ui/driver/workbench';
import { placeMeasuring, reachMeasuring, type Measuring } from './explorer/measuring';
import { pageMemory, paintedAt, scrollToTop, watchFrames, watchPaint, type Frames } from './grid/frames';
import { makeWideTable, type TableSize } from './records/wideTable';

/** The largest page with which a table opens, and the maximum of “Load All”. */
const sizes: (TableSize & { rounds: number })[] = [
  { rows: 1000, columns: 30, rounds: 7 },
  { rows: 10_000, columns: 60, rounds: 5 },
];
const rowHeight = 26;

/** The ways of scrolling, and how many steps each takes. */
const ways = {
  'the wheel': { step: (page: Page) => page.mouse.wheel(0, 520), times: 60 },
  'Page Down': { step: (page: Page) => page.keyboard.press('PageDown'), times: 60 },
  'Arrow Down, 200 rows': { step: (page: Page) => page.keyboard.press('ArrowDown'), times: 200 },
};
type Way = keyof typeof ways;
const wayNames = Object.keys(ways) as Way[];

const sandbox = await startSandbox();
const [shop] = sandbox.applications;
if (shop === undefined) throw new Error('The sandbox has applications.');
// Returns the time in this process, on the clock that the browser also uses.
const now = () => performance.timeOrigin + performance.now();
const request = { began: 0, ended: 0 };
const note = (when: keyof typeof request) => (message: unknown) => {
  const { url } = (message as { request: IncomingMessage }).request;
  // Ignore the request that counts records, which is sent together with the one for the painted records.
  if (url?.includes('/record/') !== true || url.includes('return_total_count')) return;
  if (when === 'ended' || request.began === 0) request[when] = now();
};
subscribe('http.server.request.start', note('began'));
subscribe('http.server.response.finish', note('ended'));

const workbench = await openWorkbench({
  painted: true,
  viewport: { width: 1280, height: 800 },
  arrange: placeMeasuring,
});
try {
  const { page } = workbench;
  const measuring = await reachMeasuring(workbench.profile);
  const { name, clientId, clientSecret, serverDomain, authUrl } = shop;
  await measuring.run('hydrogen.application.add', { name, clientId, clientSecret, serverDomain, authUrl });
  await measuring.run('hydrogen.application.authorize', { clientId, authUrl });
  await page.addInitScript(watchPaint);
  process.stdout.write('## Grid\n');
  for (const size of sizes) {
    const table = await makeWideTable(shop, size);
    // Creating the table renewed the tokens, so the window needs new ones.
    await measuring.run('hydrogen.application.authorize', { clientId, authUrl });
    process.stdout.write(`\n${await measure(page, measuring, table, size)}\n`);
  }
} finally {
  await workbench.close();
  await sandbox.close();
}

async function measure(
  page: Page,
  measuring: Measuring,
  table: string,
  { rows, columns, rounds }: (typeof sizes)[number],
): Promise<string> {
  if (shop === undefined) throw new Error('The sandbox has applications.');
  const { clientId, authUrl } = shop;
  const before = { page: await pageMemory(page), host: (await measuring.memory()).heap };
  const load = os.loadavg()[0] ?? NaN;
  const times = { request: [] as number[], painted: [] as number[], empty: [] as number[] };
  const frames = { grid: emptyLists(), empty: emptyLists() };
  let after = before;
  let requests = 0;
  for (let round = 0; round < rounds; round += 1) {
    const sent = sandbox.requests.length;
    request.began = 0;
    await measuring.run('hydrogen.table.open', { clientId, authUrl, table, limit: rows, orderBy: `column_${round}` });
    times.painted.push((await paintedAt(() => webviewFrame(page), request.ended)) - request.ended);
    times.request.push(request.ended - request.began);
    requests = sandbox.requests.slice(sent).filter(({ path }) => path.includes('/record/')).length;
    await scroll(page, frames.grid, 'tr[data-row="0"] td');
    if (round === 0) after = { page: await pageMemory(page), host: (await measuring.memory()).heap };
    await measuring.run('measuring.emptyEditor', { name: `page ${round}` });
    const emptyAt = await measuring.emptyEditorAt();
    times.empty.push((await paintedAt(() => webviewFrame(page), emptyAt)) - emptyAt);
    await measuring.run('workbench.action.closeAllEditors');
    await measuring.run('measuring.emptyPage', { height: (rows + 1) * rowHeight });
    await scroll(page, frames.empty, '.empty');
    await measuring.run('workbench.action.closeAllEditors');
  }
  return `A page of ${rows.toLocaleString('en')} records of ${columns} columns, opened by a script ${rounds} times: ${requests} ${requests === 1 ? 'request' : 'requests'} for the
records each time, from first to last ${maximum(times.request)} ms at most. From the end until the first cells are painted, by the clock of
the page: ${median(times.painted)} ms (${minimum(times.painted)} to ${maximum(times.painted)}). In the same run, in turn, a custom
text editor of another extension on the same text, which it has in memory, and with one cell in its page, from its command until
that cell is painted: ${median(times.empty)} ms (${minimum(times.empty)} to ${maximum(times.empty)}). The grid takes ${(middle(times.painted) / middle(times.empty)).toFixed(2)} times as long; target: at
most 1.3.

The longest frame while it is scrolled, as fast as the browser takes the keys and turns of the wheel, and the longest task where
one took more than 50 ms; beside a webview of the same height with nothing in it, in turn. The browser draws without a
graphics card, and the load of the machine was ${load.toFixed(1)} when it began. Target: at most 50 ms.

| scrolled by | grid, median | grid, most | longest task | empty page, median | empty page, most | ratio |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
${wayNames.map(way => row(way, frames.grid[way], frames.empty[way])).join('\n')}

Memory after the first page was scrolled: ${(after.page.heap - before.page.heap).toFixed(1)} MB of JavaScript and ${after.page.nodes - before.page.nodes} nodes more in the window,
${(after.host - before.host).toFixed(1)} MB of heap more in the extension host.`;
}

async function scroll(
  page: Page,
  lists: Record<Way, Frames[]>,
  /** The element to click first, at the top of the page. */
  first: string,
): Promise<void> {
  for (const way of wayNames) {
    const { step, times } = ways[way];
    const frame = await frameWith(page, first === '.empty' ? first : '.scroller');
    await scrollToTop(frame);
    await frame
      .locator(first)
      .first()
      .click({ position: { x: 20, y: 13 } });
    lists[way].push(await watchFrames(frame, () => step(page), times));
  }
}

/** Waits for a frame with this element, because the webview in front may still be the previous one. */
function frameWith(page: Page, selector: string): Promise<Frame> {
  return eventually(async () => {
    const frame = await webviewFrame(page);
    if ((await frame.locator(selector).count()) === 0) throw new Error(`${selector} is not there.`);
    return frame;
  });
}

function emptyLists(): Record<Way, Frames[]> {
  return { 'the wheel': [], 'Page Down': [], 'Arrow Down, 200 rows': [] };
}

function row(way: Way, ours: readonly Frames[], empty: readonly Frames[]): string {
  const longest = (of: readonly Frames[]) => of.map(frames => frames.longest);
  const tasks = ours.map(({ longestTask }) => longestTask);
  const ratio = middle(longest(ours)) / middle(longest(empty));
  const figures = [
    median(longest(ours)),
    maximum(longest(ours)),
    maximum(tasks),
    median(longest(empty)),
    maximum(longest(empty)),
  ];
  return `| ${[way, ...figures.map(figure => (figure === '0' ? '–' : figure)), ratio.toFixed(2)].join(' | ')} |`;
}

function middle(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? NaN;
}

function median(values: readonly number[]): string {
  return middle(values).toFixed(0);
}

function minimum(values: readonly number[]): string {
  return Math.min(...values).toFixed(0);
}

function maximum(values: readonly number[]): string {
  return Math.max(...values).toFixed(0);
}
