import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { diagnose } from '../../../../src/requests/language/diagnose';
import { parseDocument } from '../../../../src/requests/document/parse';
import { assertLinear } from '../../processorTime';

describe('diagnostics of a long document', () => {
  it('take linear time for a body that has only spaces after a boundary', () => {
    assertLinear(size => {
      const text = `POST /a/\nContent-Type: multipart/form-data\n\n--${' '.repeat(size)}x`;
      const document = parseDocument(text);
      return () => diagnose(document, { environmentVariables: {} });
    }, 5000);
  });

  it('may have more problems than a call can have arguments', () => {
    const many = 200_000;
    for (const text of [
      `GET /hserve/v2.2/user/info/?${'&limit=2000'.repeat(many)}`,
      `@a =\nGET /a/${'{{a}}'.repeat(many)}`,
    ])
      assert.ok(diagnose(parseDocument(text), { environmentVariables: {} }).length >= many);
  });
});
