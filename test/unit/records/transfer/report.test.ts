import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { format } from '../../../../src/api/messages/template';
import type { BatchResult } from '../../../../src/records/transfer/journal';
import { TransferMessages } from '../../../../src/records/transfer/messages';

const messages = new TransferMessages((template, ...values) => format(template, values));
const counts = { stored: 0, present: 0, rejected: 0, altered: 0, extra: 0, lost: 0 };

function reportOf(report: Partial<typeof counts>, altered: BatchResult['altered'] = []): string[] {
  const batch = { present: [], rejected: [], altered, stored: 0 };
  return messages.report({ ...counts, ...report }, { results: () => [batch, batch] });
}

describe('the report of an import', () => {
  it('counts stored, present and rejected rows, and only rows of a lost response separately', () => {
    assert.deepEqual(reportOf({ stored: 1, present: 3, rejected: 2 }), [
      'Rows stored: 1, already there: 3, rejected: 2.',
    ]);
    assert.deepEqual(reportOf({ stored: 1, present: 3, lost: 2 }), [
      'Rows stored: 1, already there: 1, rejected: 0.',
      'Rows in the table that this import may have stored, because a response was lost: 2.',
    ]);
  });

  it('names at most five rows with altered values, and shortens the names of their fields', () => {
    const long = 'f'.repeat(100);
    const [, altered] = reportOf({ altered: 6 }, [
      [3, 'price, size'],
      [4, long],
      [5, 'size'],
    ]);
    const fourth = `row 4: ${'f'.repeat(59)}…`;
    assert.equal(
      altered,
      `Rows whose values the service did not store completely: 6. For example row 3: price, size; ${fourth}; row 5: size; row 3: price, size; ${fourth}.`,
    );
  });

  it('names ignored columns, and gives the number of a column without a heading', () => {
    assert.equal(messages.ignoredColumns(['note', 3]), 'Not imported: note, column 3 (no heading)');
    const whole = `${'n'.repeat(59)}😀`;
    assert.equal(messages.ignoredColumns([whole]), `Not imported: ${whole}`);
    assert.equal(messages.ignoredColumns(['😀'.repeat(61)]), `Not imported: ${'😀'.repeat(59)}…`);
  });
});
