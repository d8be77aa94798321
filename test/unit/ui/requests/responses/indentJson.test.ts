import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { describe, it } from 'mocha';
import { indentJson } from '../../../../../src/ui/requests/responses/indentJson';

describe('a JSON response, indented', () => {
  it('is what JSON.stringify makes of any value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 1, '\t'), (value, space) => {
        assert.equal(indentJson(JSON.stringify(value, undefined, space)), JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('keeps long numbers, repeated names and escapes as they are written', () => {
    const text = '{ "id": 12345678901234567890, "a": 1.0, "a": "\\u4e2d\\"" , "none": [ ], "empty": {\n} }';
    assert.equal(
      indentJson(text),
      '{\n  "id": 12345678901234567890,\n  "a": 1.0,\n  "a": "\\u4e2d\\"",\n  "none": [],\n  "empty": {}\n}',
    );
  });

  it('is left alone when it is no JSON', () => {
    for (const text of ['', '{', '{"a":1', '<p>', '{"a":1}}']) assert.equal(indentJson(text), undefined);
  });
});
