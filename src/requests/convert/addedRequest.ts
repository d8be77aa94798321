import { parseDocument } from '../document/parse';
import type { RequestDocument } from '../document/syntax';
import { definitions } from '../document/variables';
import { applyEdits, lineEnd } from './applyEdits';
import { isInsertedVariable } from './requestText';

/**
 * Returns the text of a request as it is added to a document. Leaves out a variable without a value that the document
 * defines: the last definition counts, so all requests of the document would lose the value.
 */
export function addedRequest(text: string, document: RequestDocument): string {
  const known = definitions(document);
  const repeated = parseDocument(text).variables.filter(
    ({ name, value }) => value.text === '' && known.has(name.text) && !isInsertedVariable(name.text),
  );
  return applyEdits(
    text,
    repeated.map(({ start, end }) => ({ start, end: lineEnd(text, end), text: '' })),
  );
}
