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

  it('take linear time for requests whose addresses use a long chain of variables', () => {
    assertLinear(size => {
      const indexes = Array.from({ length: size }, (_, index) => index);
      const variables = indexes.map(index => `@v${index} = {{v${index + 1}}}`);
      const requests = indexes.map(index => `###\nGET /a/?b={{v${index}}}`);
      const document = parseDocument([...variables, `@v${size} = {{$secret a}}`, ...requests].join('\n'));
      return () => diagnose(document, { environmentVariables: {} });
    }, 500);
  });

  it('take linear time for requests whose addresses begin with one of many variables', () => {
    assertLinear(size => {
      const variables = Array.from({ length: size }, (_, index) => `@v${index} = /hserve/v1/content/group/`);
      const requests = variables.map((_, index) => `###\nGET {{v${index}}}`);
      const document = parseDocument([...variables, ...requests].join('\n'));
      return () => diagnose(document, { environmentVariables: {} });
    }, 500);
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
