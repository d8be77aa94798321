import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { drawingOf, type CellNotes } from '../../../../../../src/ui/records/grid/webview/cellNotes';

describe('a cell of the grid', () => {
  it('is drawn again when the name of its pointer arrives, or that there is no such record', () => {
    const notes: readonly CellNotes[] = [
      ...[{}, { pointed: null }, { pointed: 'Shanghai' }, { problem: 'wrong' }, { mark: 'changed' as const }],
      ...[{ pointed: null, problem: 'wrong' }, { mark: 'refused' as const }],
    ];
    assert.equal(new Set(notes.map(each => drawingOf('p1', each))).size, notes.length);
  });
});
