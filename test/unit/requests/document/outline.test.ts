import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { labelOf, sameRequest } from '../../../../src/requests/document/outline';
import { parseDocument } from '../../../../src/requests/document/parse';

/** Returns the label of the request in the edited text. Both texts are written as sections. */
function labelAfter(before: readonly string[], index: number, now: readonly string[]): string | undefined {
  const [old, edited] = [before, now].map(sections => parseDocument(sections.join('\n\n###\n\n')).requests);
  const found = sameRequest(old ?? [], edited ?? [])(old?.[index] ?? assert.fail());
  return found && `${found.index} ${labelOf(found)}`;
}

describe('a request in its edited document', () => {
  it('is found by its unique label when sections are swapped, added or removed', () => {
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['DELETE /b/', 'GET /a/']), '1 GET /a/');
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['PUT /c/', 'DELETE /b/', 'GET /a/?x=1']), '2 GET /a/');
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 1, ['DELETE /b/']), '0 DELETE /b/');
  });

  it('is found by its index when its label changed or is not unique, and the number of requests is unchanged', () => {
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['GET /c/', 'DELETE /b/']), '0 GET /c/');
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 1, ['GET /a/', 'GET /a/?x=2']), '1 GET /a/');
    // The only request with the old label is the other one.
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 1, ['GET /a/', 'GET /c/']), '1 GET /c/');
  });

  it('is not found when another request may be meant', () => {
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['DELETE /b/']), undefined);
    assert.equal(labelAfter(['GET /a/', 'DELETE /b/'], 0, ['DELETE /b/', 'GET /c/']), undefined);
    assert.equal(labelAfter(['GET /a/', 'GET /a/?x=1'], 0, ['GET /a/?x=1']), undefined);
  });
});
