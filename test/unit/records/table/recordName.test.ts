import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { valueOf, isJsonObject } from '../../../../src/json/json';
import { displayColumns, recordName } from '../../../../src/records/table/recordName';
import { readTable } from '../../../../src/records/table/schema';

const tableOf = (...fields: object[]) => readTable({ id: 1, name: 't', schema: { fields } }) ?? assert.fail();
const text = (name: string, more: object = {}) => ({ name, type: 'string', ...more });
const choices = { constraints: { rules: [{ type: 'choices', value: ['S'] }] } };

describe('the name of a record', () => {
  const { columns } = tableOf(
    { name: 'id', type: 'id' },
    ...[text('sku'), text('size_name', choices), text('note'), text('shop_name'), text('Title'), text('名称')],
    { name: 'name', type: 'integer' },
  );
  const nameOf = (record: object) => {
    const value = valueOf(JSON.stringify(record));
    return recordName(isJsonObject(value) ? value : assert.fail(), columns);
  };

  it('comes from a text column with a usual name, then from the first other ones', () =>
    assert.deepEqual(displayColumns(columns), ['Title', '名称', 'shop_name', 'sku', 'note']));

  it('is the first text that is not empty', () => {
    assert.equal(nameOf({ sku: 'A1', Title: ' 衬衫 ' }), '衬衫');
    assert.equal(nameOf({ sku: 'A1', Title: '  ', 名称: null }), 'A1');
    assert.equal(nameOf({ id: '5a2f', name: 7 }), undefined);
    assert.equal(recordName(undefined, columns), undefined);
  });
});
