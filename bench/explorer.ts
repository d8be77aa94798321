// Measures the tree of applications in the real workbench, with the long lists of the UI tests: requests, memory of the
// extension host, and the time until an opened list is painted, compared with a plain tree of the same rows in memory.
import type { Page } from 'playwright-core';
import { bigCategory, bigCount, startContentServer, type ContentServer } from '../test/ui/servers/contentServer';
import { contentPath } from '../test/ui/explorer/contentTree';
import { activeTab } from '../test/ui/driver/editor';
import { eventually } from '../test/ui/driver/eventually';
import { answer, pick, pickRow, readQuickInput, runCommand, typeInQuickInput } from '../test/ui/driver/quickInput';
import {
  chooseFromMenu,
  expand,
  openContainer,
  openHydrogen,
  pressRowAction,
  pressViewAction,
  readTree,
  treeRow,
} from '../test/ui/driver/sidebar';
import { openWorkbench, type Workbench } from '../test/ui/driver/workbench';
import { placeMeasuring, reachMeasuring, type Measuring, type Memory } from './explorer/measuring';
import { paintTime } from './explorer/painting';

const big = contentPath('Library', 'Production', 'Big');
const applications = 100;
const repetitions = 18;
const warmUp = 2;

interface Setting {
  workbench: Workbench;
  server: ContentServer;
  measuring: Measuring;
}

const server = await startContentServer();
try {
  const tables = [await use(manyApplications(), size), await use(manyEnvironments(), speed)];
  process.stdout.write(`## Explorer\n\n${tables.join('\n\n')}\n`);
} finally {
  await server.close();
}

async function use(applications: object[], measure: (setting: Setting) => Promise<string>): Promise<string> {
  const settings = { 'hydrogen.applications': applications };
  // High enough to show a full screen of rows below every environment.
  const viewport = { width: 1280, height: 1200 };
  const workbench = await openWorkbench({ painted: true, settings, viewport, complete: true, arrange: placeMeasuring });
  try {
    return await measure({ workbench, server, measuring: await reachMeasuring(workbench.profile) });
  } finally {
    await workbench.close();
  }
}

function manyApplications(): object[] {
  return Array.from({ length: applications }, (_, index) => application(index === 0 ? '' : `-${index}`));
}

/**
 * Creates environments with the same list. Each measurement opens the list of another one, so that it opens for the
 * first time.
 */
function manyEnvironments(): object[] {
  const count = repetitions + warmUp;
  const environments = Array.from({ length: count }, (_, index) => ({
    name: `Test ${index + 1}`,
    envId: `env-${index}`,
  }));
  return [{ ...application(''), environments }];
}

function application(suffix: string): object {
  const { origin } = server;
  return { name: `Library${suffix}`, clientId: `library-client${suffix}`, serverDomain: origin, authUrl: origin };
}

async function size({ workbench: { page }, server, measuring }: Setting): Promise<string> {
  const rows: string[] = [];
  const note = async (what: string) => {
    const { rss, heap }: Memory = await measuring.memory();
    rows.push(`| ${what} | ${server.requests.length} | ${rss.toFixed(0)} | ${heap.toFixed(1)} |`);
    server.requests.length = 0;
  };
  await openHydrogen(page);
  await treeRow(page, 'Library');
  await note(`the tree with its ${applications} applications`);
  await treeRow(page, ...big);
  await note('content library opened');
  await treeRow(page, ...big, 'Category 00001');
  await note('first page of the 10,000 categories');
  await treeRow(page, ...big, bigCategory.name);
  await expand(page, ...big, bigCategory.name);
  await eventually(async () => {
    const row = (await readTree(page)).find(({ label }) => label === 'Article 000001');
    if (row === undefined) throw new Error('The contents are not there.');
  });
  await note(`first page of the ${bigCount.toLocaleString('en')} contents`);
  await goTo(page, 'Article 099999');
  await note('“Go to…” found content 99,999 and showed it in the tree');
  await goTo(page, 'Article 099998');
  await note('“Go to…” once more');
  await loadAll(page);
  await note('all 10,000 categories read, as “Load All” and a filter do');
  return `${applications} applications, one of them with a group of 10,000 categories and a category of
${bigCount.toLocaleString('en')} contents. Requests since the row before, and memory of the whole extension host, with the other
extensions in it, after a garbage collection.

| | requests | RSS (MB) | heap (MB) |
| --- | ---: | ---: | ---: |
${rows.join('\n')}`;
}

async function goTo(page: Page, title: string): Promise<void> {
  await runCommand(page, 'Hydrogen: Go to…');
  await readQuickInput(page, 'Go to…');
  await typeInQuickInput(page, title);
  await pickRow(page, title).waitFor();
  await pick(page, title);
  await eventually(async () => {
    if (!(await activeTab(page)).startsWith(title)) throw new Error(`${title} does not open.`);
  });
  await page.locator('.part.sidebar .monaco-list-row.selected', { hasText: title }).waitFor();
}

/** Loads the whole list by filtering it, because the row “Load All” is far down. */
async function loadAll(page: Page): Promise<void> {
  await pressViewAction(page, 'Collapse All');
  await page.locator('.part.sidebar').getByRole('tree').first().focus();
  await page.keyboard.press('Home');
  await chooseFromMenu(page, big, 'Filter…');
  await answer(page, '0001', 'Filter Big');
  await eventually(async () => {
    const row = (await readTree(page)).find(({ label }) => label === 'Big');
    if (!row?.description.startsWith('filter')) throw new Error('The list is not filtered.');
  });
  await pressRowAction(page, big, 'Clear Filter');
  await treeRow(page, ...big, 'Category 00021');
}

async function speed({ workbench: { page }, server, measuring }: Setting): Promise<string> {
  const times = { ours: [] as number[], rich: [] as number[], bare: [] as number[], request: [] as number[] };
  const address = `${server.origin}/hserve/v1/content/category/?content_group_id=1&limit=500&offset=0`;
  const containers = { ours: /^Hydrogen/, rich: 'Rich', bare: 'Bare' };
  for (let index = -warmUp; index < repetitions; index++) {
    const path = contentPath('Library', `Test ${index + warmUp + 1}`, 'Big');
    const order = ['ours', 'rich', 'bare'] as const;
    for (const kind of index % 2 === 0 ? order : order.toReversed()) {
      await openContainer(page, containers[kind]);
      const time = await paintTime(page, path);
      if (index >= 0) times[kind].push(time);
    }
    const request = await measuring.roundTrip(address);
    if (index >= 0) times.request.push(request);
  }
  const row = (name: string, values: number[]) =>
    `| ${name} | ${median(values).toFixed(0)} | ${Math.min(...values).toFixed(0)} | ${Math.max(...values).toFixed(0)} |`;
  const over = (values: number[]) => (median(times.ours) / median(values)).toFixed(2);
  return `From the click on a closed group until the first screenful of its 500 rows is painted, taken inside the page, every
list opened for the first time, ${repetitions} of each in one run, in turn: our tree, which asks the service for the rows; a
bare \`TreeDataProvider\` with the same labels in memory; the same with an icon, a command and one action in each row, which
VS Code sends and draws along.

| | median (ms) | least (ms) | most (ms) |
| --- | ---: | ---: | ---: |
${row('our tree', times.ours)}
${row('bare tree', times.bare)}
${row('bare tree, rows with icon, command and action', times.rich)}
${row('the request alone, from the extension host', times.request)}

Our tree over the bare tree: ${over(times.bare)}; over the one with icon, command and action: ${over(times.rich)}.`;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
