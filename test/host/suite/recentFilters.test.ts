import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { readTable } from '../../../src/records/table/schema';
import { FilterHistory } from '../../../src/ui/records/grid/filterHistory';
import type { FilterAnswer } from '../../../src/ui/records/grid/filterProtocol';
import { GridFilter, type FilterDependencies } from '../../../src/ui/records/grid/gridFilter';
import { withPerson } from './person';

describe('the last filters of a table', () => {
  it('show in the filter line why one of them cannot be applied any more', async () => {
    const table = readTable({ id: 1, name: 'note', schema: { fields: [{ name: 'text', type: 'string' }] } });
    const state: Pick<vscode.Memento, 'get'> = { get: <T>() => ['gone = 1'] as T };
    const answers: FilterAnswer[] = [];
    const filter = new GridFilter(
      await vscode.workspace.openTextDocument({ content: '[]' }),
      { clientId: 'a', authUrl: 'https://a.example', kind: 'page', table: '1' },
      {
        records: { document: () => ({ table }) },
        history: new FilterHistory(state as vscode.Memento),
        favouritePages: () => [],
      } as unknown as FilterDependencies,
      answer => answers.push(answer),
    );
    await withPerson(
      () => 'gone = 1',
      () => filter.handle({ type: 'filterRecent' }),
    );
    assert.deepEqual(answers, [{ type: 'filterText', text: 'gone = 1' }]);
  });
});
