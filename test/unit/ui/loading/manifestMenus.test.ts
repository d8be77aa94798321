import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { before, describe, it } from 'mocha';
import { isOnlyOfRows, type ManifestMenus } from '../../../../src/ui/loading/manifestMenus';

describe('the commands of the menus of rows', () => {
  let menus: ManifestMenus;
  before(async () => {
    const { contributes } = JSON.parse(await readFile('package.json', 'utf8')) as {
      contributes: { menus: ManifestMenus };
    };
    ({ menus } = contributes);
  });

  it('need a row, also those of a submenu', () => {
    for (const command of ['table.new', 'sandbox.bring', 'application.verifyToken', 'table.import', 'function.deploy'])
      assert.ok(isOnlyOfRows(menus, `hydrogen.${command}`), command);
  });

  it('need none if they are buttons in the title of a view too', () => {
    const ofTitles = (menus['view/title'] ?? []).flatMap(({ command }) => command ?? []);
    assert.ok(ofTitles.includes('hydrogen.settings.showProblems') && ofTitles.includes('hydrogen.sandbox.stop'));
    assert.deepEqual(
      ofTitles.filter(command => isOnlyOfRows(menus, command)),
      [],
    );
  });
});
