import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { labelOf, sameRequest } from '../../../../src/requests/document/outline';
import { parseDocument } from '../../../../src/requests/document/parse';

/** Returns the label of the request in the edited text. Both texts are written as sections. */
function labelAfter(before: readonly string[], index: number, now: readonly string[]): string | undefined {
  const [old = assert.fail(), edited = assert.fail()] = [before, now].map(sections =>
    parseDocument(sections.join('\n\n###\n\n')),
  );
  const found = sameRequest(old, edited)(old.requests[index] ?? assert.fail());
  return found && `${found.index} ${labelOf(found)}`;
}

describe('a request in its edited document', () => {
  it('is found by its unique label when sections are swapped, added or removed', () => {
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['DELETE /b/', 'GET /a/']), '1 GET /a/');
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['PUT /c/', 'DELETE /b/', 'GET /a/?x=1']), '2 GET /a/');
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 1, ['DELETE /b/']), '0 DELETE /b/');
  });

  it('is found by its text when its label is not unique, also after the requests are swapped', () => {
    const [one, other] = ['POST /record/\n\n{ "a": 1 }', 'POST /record/\n\n{ "a": 2 }'];
    assert.equal(labelAfter([one, other], 0, [other, one]), '1 POST /record/');
    assert.equal(labelAfter([one, other], 1, [other, one]), '0 POST /record/');
    assert.equal(labelAfter([one, other], 1, [other]), '0 POST /record/');
    assert.equal(labelAfter([one, one], 1, ['GET /a/', one, one]), '2 POST /record/');
  });

  it('is found in its place when its label is not unique and only its text changed', () => {
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 1, ['GET /a/', 'GET /a/?x=2']), '1 GET /a/');
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 0, ['GET /b/', 'GET /a/?y=1', 'GET /a/?x=1']), '1 GET /a/');
  });

  it('is not found when another request may be meant', () => {
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['DELETE /b/']), undefined);
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['DELETE /b/', 'GET /c/']), undefined);
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 0, ['GET /a/?x=1']), undefined);
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 1, ['GET /a/', 'GET /c/']), undefined);
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 0, ['GET /a/?x=1', 'GET /a/?x=2']), undefined);
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 0, ['GET /a/?x=2', 'GET /a/?x=3']), undefined);
    assert.equal(labelAfter(['GET /a/', 'GET /x/'], 1, ['GET /a/', 'DELETE /y/']), undefined);
    assert.equal(labelAfter(['GET /x/'], 0, ['DELETE /y/']), undefined);
  });
});
