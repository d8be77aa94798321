import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { microsecondsBetween, readDate } from '../../../../src/records/table/instant';

const dateOf = (text: string) => readDate(text) ?? assert.fail(text);

describe('ISO 8601 dates', () => {
  for (const text of [
    ...['2018-09-26', '2018-09-26T11:22', '2018-09-26T11:22:51', '2018-09-26T11:22:51Z', '2018-09-26T11:22:51,5+08'],
    ...['2018-09-26T11:22:51.100000+08:00', '2018-09-26T11:22:51-0330', '2020-02-29', '0001-01-01T00:00:00Z'],
  ]) {
    it(`accept ${text}`, () => assert.ok(readDate(text)));
  }

  for (const text of [
    ...['', 'yesterday', '26.09.2018', '2018/09/26', 'Sep 26, 2018', '2018-09-26 11:22:51', '1537932171'],
    ...['2018-02-30', '2019-02-29', '2018-13-01', '2018-09-26T24:00:00', '2018-09-26T11:60', '2018-09-26T11:22:60Z'],
    ...['2018-09-26T11:22:51+8', '2018-09-26T11:22:51+08:60', '2018-09-26T11:22:51.Z', ' 2018-09-26', '2018-09-26\n'],
  ]) {
    it(`do not accept ${JSON.stringify(text)}`, () => assert.equal(readDate(text), undefined));
  }

  it('are compared to the microsecond, also in the year 9999', () => {
    const [late, later] = ['9999-12-31T23:59:59.999998Z', '9999-12-31T23:59:59.999999Z'].map(dateOf);
    assert.equal(microsecondsBetween(late ?? assert.fail(), later ?? assert.fail()), 1);
    assert.equal(microsecondsBetween(dateOf('2018-09-26T00:00:00.5+08:00'), dateOf('2018-09-25T16:00:00.4Z')), 100_000);
  });
});
