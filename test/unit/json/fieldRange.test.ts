import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { fieldRange } from '../../../src/json/fieldRange';

const order = { summary: { id: 1, status: 'paid' }, order: { id: 1, trade_no: null, 'a"b': [], meta: { id: 2 } } };
const list = { meta: { id: 0 }, objects: [{ name: 'a', id: 5 }, { name: 'b' }] };

describe('the range of a field in a document', () => {
  const text = (value: unknown) => JSON.stringify(value, undefined, 2);
  const at = (document: string, path: string, from?: number) => {
    const { start, end } = fieldRange(document, path, from);
    const line = document.slice(0, start).split('\n').length;
    return `${document.slice(start, end)} in line ${line}`;
  };

  it('is its name at its own depth', () => {
    assert.equal(at(text(order), 'order.id'), '"id" in line 7');
    assert.equal(at(text(order), 'order.a"b'), '"a\\"b" in line 9');
    assert.equal(at(text(order), 'order.meta.id'), '"id" in line 11');
    assert.equal(at(text(list), 'objects[].id'), '"id" in line 8');
    assert.equal(at(text([{ id: 1 }]), '[].id'), '"id" in line 3');
  });

  it('is the range of its parent when the field is missing', () => {
    assert.equal(at(text(order), 'order.paid_at'), '"order" in line 6');
    assert.equal(at(text(list), 'objects[].nothing'), '"objects" in line 5');
    assert.equal(at(text(order), ''), ' in line 1');
    assert.equal(at(text(order), 'nothing'), ' in line 1');
  });

  it('is after the headers of a response', () => {
    const head = 'HTTP 200 OK\n  "id": 1\n\n';
    assert.equal(at(head + text({ id: 1 }), 'id', head.length), '"id" in line 5');
    assert.equal(at(head + text({ id: 1 }), 'nothing', head.length), ' in line 4');
  });
});
