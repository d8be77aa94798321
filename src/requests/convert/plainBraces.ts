import { parseDocument } from '../document/parse';
import type { Range, RequestDocument, Token } from '../document/syntax';
import { applyEdits } from './applyEdits';
import { isInsertedVariable } from './requestText';

const braceSign = '{{braceSign}}';

/**
 * Returns the edits that make each `{{` of a printed request plain text, because it comes from a value and is not a
 * reference. References that `requestText` inserted stay.
 * @param within the part to edit; by default the whole request
 */
export function braceEdits({ references, problems }: RequestDocument, within?: Range): Token[] {
  const values: Range[] = [
    ...references.filter(
      ({ inside, expression }) => inside !== 'variable' && !(inside === 'body' && isInsertedVariable(expression.text)),
    ),
    ...problems.filter(({ code }) => code === 'unclosedReference'),
  ];
  return values
    .filter(({ start }) => within === undefined || (start >= within.start && start < within.end))
    .map(({ start }) => ({ start, end: start + 1, text: braceSign }));
}

/** Applies edits to a printed request, and defines the variable that `braceEdits` inserts. */
export function withEdits(request: string, edits: readonly Token[]): string {
  const text = applyEdits(request, edits);
  const isDefined = parseDocument(request).variables.some(({ name }) => name.text === 'braceSign');
  return !isDefined && edits.some(edit => edit.text === braceSign) ? `@braceSign = {\n${text}` : text;
}

/**
 * Returns a printed request whose body is sent as it is, even if a part of it looks like a variable.
 * @param variables the names of variables that stay variables
 */
export function withPlainBody(request: string, variables: ReadonlySet<string> = new Set()): string {
  const document = parseDocument(request);
  const body = document.requests[0]?.body;
  if (body === undefined) return request;
  const references = document.references.filter(({ expression }) => !variables.has(expression.text));
  return withEdits(request, braceEdits({ ...document, references }, body));
}
