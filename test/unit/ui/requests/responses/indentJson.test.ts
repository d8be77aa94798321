import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { indentJson } from '../../../../../src/ui/requests/responses/indentJson';

describe('an indented JSON response', () => {
  it('equals the result of JSON.stringify for any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        assert.equal(indentJson(JSON.stringify(value, undefined, space)), JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('keeps long numbers, repeated names and escapes as written', () => {
    const text = '{ "id": 12345678901234567890, "a": 1.0, "a": "\\u4e2d\\"" , "none": [ ], "empty": {\n} }';
    assert.equal(
      indentJson(text),
      '{\n  "id": 12345678901234567890,\n  "a": 1.0,\n  "a": "\\u4e2d\\"",\n  "none": [],\n  "empty": {}\n}',
    );
  });

  it('is unchanged when it is not JSON', () => {
    for (const text of ['', '{', '{"a":1', '<p>', '{"a":1}}']) assert.equal(indentJson(text), undefined);
  });
});
