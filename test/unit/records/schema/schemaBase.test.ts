import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { SchemaBase, type ReadSchema } from '../../../../src/records/schema/schemaBase';
import { readShape } from '../../../../src/records/schema/tableShape';

const read = (text: string): ReadSchema => ({ text, base: readShape(new Map([['name', text]])) });

describe('the base of a schema document', () => {
  it('is the table that was read, once the document has its text', () => {
    const source = new SchemaBase();
    const first = read('first');
    source.offer(first);
    assert.equal(source.base, undefined);
    source.adopt('first', false);
    assert.equal(source.base, first.base);
    source.adopt('first edited', true);
    assert.equal(source.base, first.base);
  });

  it('is not a newer table that was only read to compare it with unsaved edits', () => {
    const source = new SchemaBase();
    const [first, second] = [read('first'), read('second')];
    source.offer(first);
    source.adopt('first', false);
    source.offer(second);
    source.adopt('first edited', true);
    assert.equal(source.base, first.base);
    source.adopt('second', false);
    assert.equal(source.base, second.base, 'the edits were reverted');
  });

  it('is not a table that was read before an edit', () => {
    const source = new SchemaBase();
    const [first, second] = [read('first'), read('second')];
    source.offer(first);
    source.adopt('first', false);
    source.prepare(second);
    source.adopt('first edited', true);
    assert.equal(source.takePrepared(), undefined, 'a later read asks the service again');
    source.prepare(second);
    source.adopt('first', false);
    assert.equal(source.takePrepared(), second);
    assert.equal(source.takePrepared(), undefined);
  });

  it('equals the table that a save wrote, even if the text has changed since', () => {
    const source = new SchemaBase();
    source.offer(read('first'));
    source.adopt('first', false);
    const saved = read('first edited');
    source.adopt('first', true);
    source.saved(saved.base);
    assert.equal(source.base, saved.base);
  });
});
