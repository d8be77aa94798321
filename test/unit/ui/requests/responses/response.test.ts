import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { RunResult } from '../../../../../src/requests/sending/runResult';
import { fileEnding, isImage } from '../../../../../src/ui/requests/responses/response';

function received(type: string, size: number): RunResult {
  return { report: { headers: [['content-type', type]], size, truncated: false } } as unknown as RunResult;
}

describe('the document of a response', () => {
  it('is the image itself, and PDF opens as a file', () => {
    const types = ['image/png', 'Image/JPEG', 'application/pdf', 'image/svg+xml', 'text/plain'];
    const endings = types.map(type => fileEnding(received(type, 9)));
    assert.deepEqual(endings, ['png', 'jpg', 'pdf', undefined, undefined]);
    assert.deepEqual(
      types.map(type => isImage(received(type, 9))),
      [true, true, false, false, false],
    );
  });

  it('shows status and headers if there is no body, as after HEAD of an image', () => {
    for (const type of ['image/png', 'application/pdf']) {
      assert.equal(fileEnding(received(type, 0)), undefined, type);
      assert.equal(isImage(received(type, 0)), false, type);
    }
  });
});
