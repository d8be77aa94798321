import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { changedText } from '../../../../../src/records/text/recordsEdit';
import { changesOf } from '../../../../../src/ui/records/grid/gridEdits';
import { GridModel } from '../../../../../src/ui/records/grid/gridModel';
import { readFromPage, type ShownColumn, type Words } from '../../../../../src/ui/records/grid/protocol';
import { placedColumns } from '../../../../../src/ui/records/grid/webview/layout';
import { emptyState } from '../../../../../src/ui/records/grid/webview/pageState';
import { pasteMessage } from '../../../../../src/ui/records/grid/webview/pasteMessage';
import { clampedSelection } from '../../../../../src/ui/records/grid/webview/selection';

const columns = [
  ['id', 'id'],
  ['name', 'string'],
  ['stock', 'integer'],
] as const;
const content = {
  text: '[]\n',
  columns: columns.map(([name, type]) => ({ name, type, column: undefined })),
  rows: [],
  base: [],
};

/** Pastes into the page of a table without records, and returns the records in the new text. */
function pasted(text: string): unknown {
  const state = emptyState({} as Words, 'en');
  const all = columns.map(([name, type]) => ({ name, type, input: name === 'id' ? 'none' : 'text' })) as ShownColumn[];
  const selection = clampedSelection(state.selection, { rows: 0, columns: columns.length, page: 1 });
  Object.assign(state, { all, columns: placedColumns(all, state.layout), selection, version: 1 });
  const message = readFromPage(pasteMessage(state, text));
  assert.ok(message?.type === 'paste', 'nothing is sent');
  const model = new GridModel();
  model.update({ ...content, keys: [], cells: [] }, '');
  const rows = model.find(message.target) ?? assert.fail('refused');
  return JSON.parse(changedText(content.text, changesOf(content, message, rows)));
}

describe('a paste into a table without records', () => {
  it('creates records from lines with or without names, and from a single value', () => {
    const records = [
      { name: 'Shirt', stock: 5 },
      { name: 'Hat', stock: 6 },
    ];
    assert.deepEqual(pasted('stock\tname\n5\tShirt\n6\tHat\n'), records);
    assert.deepEqual(pasted('Shirt\t5\nHat\t6\n'), records);
    assert.deepEqual(pasted('Shirt\t5'), records.slice(0, 1));
    assert.deepEqual(pasted('Shirt'), [{ name: 'Shirt' }]);
  });
});
