import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { violations } from '../driver/accessibility';
import { arrangeShop } from '../driver/arrangedSettings';
import { writeClipboard } from '../driver/clipboard';
import { activeTab } from '../driver/editor';
import { eventually, plain } from '../driver/eventually';
import { cellShows, goToCell, grid, isOnCell } from '../driver/grid';
import { answer, pick, readQuickInput, runCommand } from '../driver/quickInput';
import { clickRow, openHydrogen } from '../driver/sidebar';
import { themes, useTheme } from '../driver/themes';
import { webviewDocument, webviewFrame } from '../driver/webview';
import { useWorkbench } from '../driver/workbench';
import { useSandbox } from '../servers/useSandbox';

const tables = ['Shop', 'Production', 'Data Tables'];

describe('the filter line of a grid', () => {
  const service = useSandbox({ scale: 2345 });
  const workbench = useWorkbench({
    viewport: { width: 1400, height: 760 },
    arrange: profile => arrangeShop(profile, service().shop),
  });
  const keyboard = () => workbench().page.keyboard;
  const line = () => webviewDocument(workbench().page).getByRole('combobox', { name: 'Filter' });
  const problem = () => webviewDocument(workbench().page).locator('.filterProblem');
  const options = async () => {
    const found = webviewDocument(workbench().page).getByRole('option').locator('span:first-child');
    return (await found.allTextContents()).map(plain);
  };
  const position = (text: string) =>
    eventually(async () =>
      assert.equal(plain(await webviewDocument(workbench().page).locator('.position').textContent()), text),
    );
  const pageButton = (name: string) => webviewDocument(workbench().page).getByRole('button', { name, exact: true });
  const title = (expected: string) => eventually(async () => assert.equal(await activeTab(workbench().page), expected));
  /** Returns the query parameters of all requests for records of `product` so far. */
  const requests = () =>
    service()
      .sandbox.requests.filter(({ path }) => path.includes('/table/5001/record/'))
      .map(({ path }) => new URLSearchParams(path.split('?')[1]));

  it('shows the position of the page, and counts all records in one request', async () => {
    const { page } = workbench();
    await openHydrogen(page);
    await clickRow(page, tables);
    await answer(page, service().shop.clientSecret, 'Authorize Shop');
    await clickRow(page, [...tables, 'product']);
    await position('1–100 of 2,345');
    await runCommand(page, 'View: Keep Editor');
    assert.deepEqual(
      requests().map(parameters => [parameters.get('limit'), parameters.get('return_total_count')]),
      [
        ['100', null],
        ['1', '1'],
      ],
    );
  });

  it('reports what the service cannot do while the user types, and completes by keyboard', async () => {
    const { page } = workbench();
    await goToCell(page, 0, 'id');
    await line().focus();
    await keyboard().type('nam');
    await eventually(async () => assert.deepEqual(await options(), ['name']));
    await keyboard().press('ArrowDown');
    await keyboard().press('Enter');
    await eventually(async () => assert.ok((await options()).includes('contains')));
    await keyboard().type('> 衬衫');
    await eventually(async () =>
      assert.equal(
        plain(await problem().textContent()),
        'The service cannot compare name with “>”: its type is string.',
      ),
    );
    assert.equal(await line().getAttribute('aria-invalid'), 'true');
    await workbench().screenshot('filter problem');
    // Enter does not apply the invalid filter.
    await keyboard().press('Enter');
    await keyboard().press('Control+A');
    await keyboard().type('prize > 20');
    await eventually(async () =>
      assert.equal(plain(await problem().textContent()), 'The table has no column prize. Did you mean price?'),
    );
    await title('product · Production.json');
    // The first Escape restores the applied filter. The next one moves the focus to the cells.
    await keyboard().press('Escape');
    if ((await line().inputValue()) !== '') await keyboard().press('Escape');
    assert.equal(await line().inputValue(), '');
    assert.equal(requests().length, 2);
  });

  it('has no accessibility violations in four themes', async () => {
    const { page } = workbench();
    for (const [theme] of themes) {
      await useTheme(page, theme);
      await line().focus();
      await keyboard().type('price > x');
      await eventually(async () => assert.match((await problem().textContent()) ?? '', /price must be compared/));
      assert.deepEqual(await violations(await webviewFrame(page), 'html'), [], theme);
      await workbench().screenshot(`filter ${theme}`);
      await keyboard().press('Control+A');
      await keyboard().press('Delete');
      await keyboard().press('Escape');
    }
    await useTheme(page, 'Dark Modern');
  });

  it('becomes the query of a document with its own title, counted once', async () => {
    await line().focus();
    await keyboard().type('price > 20 and name contains 衬衫 or tags has "red"');
    await keyboard().press('Enter');
    await title('product · price ＞ 20 and name contains 衬衫 or tags has red · Production.json');
    await eventually(async () =>
      assert.equal(await line().inputValue(), 'price > 20 and name contains "衬衫" or tags has "red"'),
    );
    await eventually(async () =>
      assert.match((await webviewDocument(workbench().page).locator('.position').textContent()) ?? '', /^1–100 of /),
    );
    const sent = requests().slice(2);
    const where = '{"$or":[{"price":{"$gt":20},"name":{"$contains":"衬衫"}},{"tags":{"$all":["red"]}}]}';
    assert.deepEqual(
      sent.map(parameters => parameters.get('where')),
      [where, where],
    );
    await workbench().screenshot('filter applied');
  });

  it('shows the condition as JSON and as words', async () => {
    await pageButton('JSON').click();
    await eventually(async () => assert.match(await line().inputValue(), /^\{"\$or":\[/));
    assert.equal(await pageButton('JSON').getAttribute('aria-pressed'), 'true');
    await pageButton('JSON').click();
    await eventually(async () => assert.match(await line().inputValue(), /^price > 20 and/));
  });

  it('turns pages without counting again, and loads all', async () => {
    const from = requests().length;
    await pageButton('Next Page').click();
    await title('product · price ＞ 20 and name contains 衬衫 or tags has red · 101– · Production.json');
    await eventually(async () =>
      assert.match((await webviewDocument(workbench().page).locator('.position').textContent()) ?? '', /^101–200 of /),
    );
    await pageButton('First Page').click();
    await eventually(async () =>
      assert.match((await webviewDocument(workbench().page).locator('.position').textContent()) ?? '', /^1–100 of /),
    );
    await pageButton('Remove Filter').click();
    await position('1–100 of 2,345');
    await pageButton('Load All 2,345').click();
    await position('1–2,345 of 2,345');
    assert.equal(await grid(workbench().page).getAttribute('aria-rowcount'), '2346');
    assert.deepEqual(
      requests()
        .slice(from)
        .filter(parameters => parameters.get('return_total_count') === '1').length,
      0,
    );
  });

  it('sorts by several columns with Shift, and offers the last filters again', async () => {
    const { page } = workbench();
    const header = (name: string) => grid(page).locator(`th[data-name="${name}"]`);
    await header('price').click();
    await eventually(async () => assert.equal(await header('price').getAttribute('aria-sort'), 'ascending'));
    await header('stock').click({ modifiers: ['Shift'] });
    await eventually(async () => assert.equal(plain(await header('stock').locator('.mark').textContent()), '▲2'));
    assert.equal(requests().at(-1)?.get('order_by'), 'price,stock');
    await pageButton('Recent…').click();
    await readQuickInput(page, 'Filters');
    await pick(page, 'price > 20 and name contains 衬衫 or tags has "red"');
    await eventually(async () => assert.match(await line().inputValue(), /^price > 20 and/));
  });

  it('can be edited by a command as well', async () => {
    const { page } = workbench();
    await runCommand(page, 'Hydrogen: Edit Filter…');
    await answer(page, 'stock < 5', 'Filter of product');
    await eventually(async () => assert.equal(await line().inputValue(), 'stock < 5'));
    assert.equal(
      requests()
        .findLast(parameters => parameters.has('where'))
        ?.get('where'),
      '{"stock":{"$lt":5}}',
    );
  });

  it('searches the whole table for the text in Find', async () => {
    const { page } = workbench();
    await goToCell(page, 0, 'id');
    await keyboard().press('Control+F');
    await keyboard().type('SKU-');
    const matches = webviewDocument(page).locator('.matches');
    const isMatch = (start: RegExp) => eventually(async () => assert.match((await matches.textContent()) ?? '', start));
    await isMatch(/^1 of ([2-9]|\d\d)/);
    // A command of the page, although the input has the focus.
    await keyboard().press('F3');
    await isMatch(/^2 of /);
    await keyboard().press('Control+A');
    await keyboard().type('衬衫');
    await webviewDocument(page).getByText('Search the Whole Table').click();
    await eventually(async () => assert.match(await line().inputValue(), /衬衫/));
    const where =
      requests()
        .findLast(parameters => parameters.has('where'))
        ?.get('where') ?? '';
    assert.ok(where.includes('{"name":{"$icontains":"衬衫"}}'), where);
  });

  it('takes pasted lines where no record matches, after a click into the empty grid', async () => {
    const { page } = workbench();
    await line().fill('stock < -5');
    await keyboard().press('Enter');
    await position('No records');
    await webviewDocument(page).locator('.scroller').getByText('No records', { exact: true }).waitFor();
    await writeClipboard(page, 'name\tstock\nShirt\t5\nHat\t6\n');
    await webviewDocument(page)
      .locator('.scroller')
      .click({ position: { x: 200, y: 200 } });
    await isOnCell(page, -1, 'id');
    await keyboard().press('Control+V');
    await cellShows(page, 0, 'name', 'Shirt');
    await cellShows(page, 1, 'stock', '6');
    await runCommand(page, 'File: Revert File');
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '1'));
  });

  it('changes the page size by key only with Enter, because the list reports each size that a key passes', async () => {
    const { page } = workbench();
    await clickRow(page, [...tables, 'product']);
    await position('1–100 of 2,345');
    const size = webviewDocument(page).getByRole('combobox', { name: 'Records per page' });
    const shows = (expected: string) => eventually(async () => assert.equal(await size.inputValue(), expected));
    const before = requests().length;
    await size.focus();
    await keyboard().press('ArrowUp');
    await shows('50');
    await keyboard().press('Tab');
    await shows('100');
    await size.focus();
    for (let presses = 0; presses < 2; presses++) await keyboard().press('ArrowUp');
    await shows('20');
    await keyboard().press('Enter');
    await position('1–20 of 2,345');
    const limits = requests()
      .slice(before)
      .map(parameters => parameters.get('limit'));
    assert.deepEqual(limits, ['20']);
    await size.selectOption('100');
    await position('1–100 of 2,345');
  });

  it('stays in view at 300 pixels, in a built-in table without “New Record”', async () => {
    const { page } = workbench();
    await clickRow(page, [...tables, '_userprofile']);
    await eventually(async () => assert.equal(await activeTab(page), '_userprofile · Production.json'));
    await webviewDocument(page).getByText('These records are read-only.').waitFor();
    assert.equal(await webviewDocument(page).getByRole('button', { name: 'New Record' }).count(), 0);
    await page.setViewportSize({ width: 660, height: 600 });
    const controls = `[...document.querySelectorAll('.bar button, .bar select, .bar .about, .filterLine button')]`;
    const frame = await webviewFrame(page);
    await eventually(async () => {
      assert.ok((await frame.evaluate<number>('innerWidth')) < 330);
      const cut = `${controls}.filter(({ offsetLeft, offsetWidth }) => offsetLeft + offsetWidth > innerWidth)`;
      assert.deepEqual(await frame.evaluate(`${cut}.map(({ textContent }) => textContent)`), []);
    });
    await webviewDocument(page).getByRole('combobox', { name: 'Records per page' }).focus();
    assert.equal(await frame.evaluate<number>('document.scrollingElement.scrollLeft'), 0);
    await workbench().screenshot('grid read-only and narrow');
  });
});
