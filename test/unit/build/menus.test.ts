import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { rowValues } from './commandWords';
import { chinese, contributes, english } from './manifest';
import { everyMenu, rowMenu, type ShownMenu } from './menus';

/** The number of entries that a person can scan at once. */
const maximumEntries = 12;
const maximumIcons = 3;

/** Commands that delete or end something. */
const destructive = [
  ...['application', 'environment', 'contentGroup'].map(of => `hydrogen.${of}.remove`),
  ...['hydrogen.application.forgetToken', 'hydrogen.secrets.forgetAll', 'hydrogen.history.clear'],
  ...[
    'hydrogen.sandbox.reset',
    'hydrogen.sandbox.stop',
    'hydrogen.sandbox.removeWorld',
    'hydrogen.user.signOut',
    'hydrogen.table.drop',
  ],
];

/** Commands of rows that the palette also shows, because they use the selection or ask for a row. */
const alsoInPalette = [
  ...['authorize', 'verifyToken', 'refreshToken', 'forgetToken', 'keepForSession', 'keepInStorage', 'openConsole'].map(
    name => `hydrogen.application.${name}`,
  ),
  ...['edit', 'rename', 'remove', 'copyClientId'].map(name => `hydrogen.application.${name}`),
  ...['add', 'edit', 'remove', 'select', 'copyEnvId'].map(name => `hydrogen.environment.${name}`),
  ...['hydrogen.contentGroup.add', 'hydrogen.table.generateTypes', 'hydrogen.guard.unlock', 'hydrogen.guard.lock'],
  ...['hydrogen.table.new', 'hydrogen.table.export'],
  ...['run', 'runIn', 'deploy', 'versions', 'follow'].map(name => `hydrogen.function.${name}`),
  ...['hydrogen.user.signIn', 'hydrogen.user.signOut', 'hydrogen.content.preview'],
  ...['moveClock', 'expireTokens', 'fault', 'save', 'load', 'reset', 'stop'].map(name => `hydrogen.sandbox.${name}`),
  ...['bring', 'loadWorld', 'saveWorld'].map(name => `hydrogen.sandbox.${name}`),
];

/** The commands for several selected rows; each acts on all matching rows (test/host/suite/rows.test.ts). */
const forSeveral = [
  ...['authorize', 'verifyToken', 'refreshToken', 'forgetToken', 'keepForSession', 'keepInStorage'].map(
    name => `hydrogen.application.${name}`,
  ),
  ...['copyClientId', 'edit', 'export', 'openConsole', 'remove', 'rename'].map(name => `hydrogen.application.${name}`),
  ...['add', 'copyEnvId', 'edit', 'remove'].map(name => `hydrogen.environment.${name}`),
  ...['hydrogen.contentGroup.add', 'hydrogen.contentGroup.remove', 'hydrogen.user.signIn', 'hydrogen.user.signOut'],
  ...['hydrogen.list.clearFilter', 'hydrogen.list.export', 'hydrogen.list.filter', 'hydrogen.record.open'],
  // These commands act on the only sandbox, to which all these rows belong.
  ...['moveClock', 'expireTokens', 'fault', 'save', 'load', 'reset', 'stop'].map(name => `hydrogen.sandbox.${name}`),
  ...['copyId', 'copyName', 'copyPath', 'copyCurl', 'copyCurlWithCredentials', 'open', 'refresh'].map(
    name => `hydrogen.item.${name}`,
  ),
  ...['hydrogen.table.open', 'hydrogen.table.showSchema', 'hydrogen.content.preview', 'hydrogen.order.reveal'],
  ...['hydrogen.favourite.add', 'hydrogen.favourite.remove'],
  ...['hydrogen.request.newFromItem', 'hydrogen.history.open', 'hydrogen.history.compare'],
];

describe('every menu', () => {
  const menus = everyMenu();

  it('is visible in some state', () => {
    for (const name of [
      'row application',
      'row application.sandbox › hydrogen.sandbox',
      'title hydrogen.applications',
    ]) {
      assert.ok(
        menus.some(menu => menu.name === name && menu.entries.length > 0),
        name,
      );
    }
    for (const { id, label } of contributes.submenus ?? []) {
      assert.ok(
        menus.some(menu => menu.name.endsWith(` › ${id}`)),
        id,
      );
      const key = label.replaceAll('%', '');
      assert.ok(english[key] && chinese[key], id);
    }
  });

  it(`has at most ${maximumEntries} entries at each level`, () => {
    const long = menus.filter(({ entries }) => entries.length > maximumEntries);
    assert.deepEqual([...new Set(long.map(({ name, entries }) => `${name}: ${entries.length}`))], []);
  });

  it('opens no submenu for a single entry', () => {
    const short = menus.filter(({ name, entries }) => name.includes(' › ') && entries.length < 2);
    assert.deepEqual([...new Set(short.map(({ name }) => name))], []);
  });

  it(`has at most ${maximumIcons} icons in a title`, () => {
    // VS Code adds “Collapse All” to the title of the tree of applications.
    const own = ({ name, icons }: ShownMenu) => icons.length + Number(name === 'title hydrogen.applications');
    const crowded = menus.filter(menu => own(menu) > maximumIcons);
    assert.deepEqual([...new Set(crowded.map(menu => `${menu.name}: ${own(menu)}`))], []);
  });

  it('has destructive commands last, in a separate group', () => {
    const groupOf = ({ group = '' }: { group?: string }) => group.split('@')[0];
    const wrong = menus.filter(({ name, entries, icons }) => {
      const isDestructive = entries.map(({ command = '' }) => destructive.includes(command));
      const first = isDestructive.indexOf(true);
      const inTitle = name.startsWith('title') && icons.some(({ command = '' }) => destructive.includes(command));
      if (first < 0 || inTitle) return inTitle;
      const group = groupOf(entries[first] ?? {});
      return (
        isDestructive.slice(first).includes(false) || entries.slice(0, first).some(each => groupOf(each) === group)
      );
    });
    assert.deepEqual([...new Set(wrong.map(({ name }) => name))], []);
    const shown = new Set(menus.flatMap(({ entries }) => entries.map(({ command }) => command)));
    assert.deepEqual(
      destructive.filter(id => !shown.has(id)),
      [],
    );
  });

  it('offers only commands for all selected rows', () => {
    const offered = rowValues.flatMap(value => rowMenu(value, true).flatMap(({ entries }) => entries));
    const ids = new Set(offered.map(({ command }) => command).filter(id => id !== undefined));
    assert.deepEqual([...ids].sort(), [...forSeveral].sort());
  });

  it('has its row commands in the palette if they work from there', () => {
    const palette = contributes.menus['commandPalette'] ?? [];
    const ofRows = rowValues.flatMap(value =>
      [...rowMenu(value, false), ...rowMenu(value, true)].flatMap(({ icons, entries }) => [...icons, ...entries]),
    );
    const ids = [...new Set(ofRows.map(({ command }) => command).filter(id => id !== undefined))];
    const inPalette = ids.filter(id => !palette.some(({ command, when }) => command === id && when === 'false'));
    assert.deepEqual(inPalette.sort(), [...alsoInPalette].sort());
  });
});
