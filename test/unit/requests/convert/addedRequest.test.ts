import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { addedRequest } from '../../../../src/requests/convert/addedRequest';
import { parseDocument } from '../../../../src/requests/document/parse';

describe('a request that is added to a document', () => {
  const document = parseDocument('@table_id = 5\n@braceSign =\nDELETE /oserve/v1.8/table/{{table_id}}/\n');
  const added = (text: string) => addedRequest(text, document);

  it('takes no value from a variable of the document', () => {
    const request = 'GET /oserve/v2.4/table/{{table_id}}/record/{{record_id}}/\n';
    assert.equal(added(`### Read\n@table_id = \n@record_id = \n${request}`), `### Read\n@record_id = \n${request}`);
    assert.equal(added(`@table_id =\r\n${request}`), request);
  });

  it('keeps the values that its own text needs', () => {
    for (const text of [
      '@braceSign = {\nPOST /a/\n\n{{braceSign}}{a}}\n',
      '@nothing =\nPOST /a/\n\n{{nothing}}\n\nb\n',
    ])
      assert.equal(added(text), text);
  });
});
