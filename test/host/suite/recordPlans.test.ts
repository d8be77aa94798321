import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { run, useAuthorizedShop, useSandbox, useTextEditors } from './fixture';
import { withPerson } from './person';
import { edit } from './recordTexts';

describe('the plan of a save of records', () => {
  const service = useSandbox();
  useTextEditors();
  const shop = useAuthorizedShop(service);
  const revert = () => vscode.commands.executeCommand('workbench.action.files.revert');

  it('says how many values do not fit their columns, and what is wrong with the first', async () => {
    await run('table.open', { ...shop(), table: 'product', limit: 2 });
    const { document } = vscode.window.activeTextEditor ?? assert.fail('no editor');
    // VS Code may read the opened file late, even while it is edited. A revert ends after that.
    await revert();
    const detailOf = async (...prices: [unknown, unknown]) => {
      await edit(document, records => {
        for (const [at, record] of records.entries()) Object.assign(record, { price: prices[at] });
      });
      const asked = await withPerson(
        () => undefined,
        async () => assert.equal(await document.save(), false),
      );
      await revert();
      return asked[0]?.detail ?? assert.fail('no plan');
    };
    const warning =
      /^Values that do not fit their columns: (\d)\. The service .+: price must be of the type number\.\n\nChange /;
    assert.equal(warning.exec(await detailOf('cheap', 'dear'))?.[1], '2');
    assert.equal(warning.exec(await detailOf(7.5, [8]))?.[1], '1');
    assert.match(await detailOf(7.5, 8.5), /^Change /);
    const writes = service().sandbox.requests.filter(({ method, path }) => method !== 'GET' && /record/.test(path));
    assert.deepEqual(writes, []);
  });
});
