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
});
