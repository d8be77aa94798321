import { isLastingCredential } from '../../api/credentialFields';
import type { Operation } from '../../api/operations/catalogue';
import type { PlainPart, PlainRequest } from '../../api/http/plainRequest';
import { requestText } from '../../requests/convert/requestText';
import { secretName } from '../../requests/language/pastedSecrets';
import { catalogueText } from './document/operationText';

/**
 * Returns the text of a request with every required field.
 * @param values the values of path and query parameters, by name
 */
export function requestTemplate(operation: Operation, values: Readonly<Record<string, string>> = {}): string {
  const names = new Set(operation.query.filter(({ required }) => required).map(({ name }) => name));
  for (const { name } of operation.query) if (values[name] !== undefined) names.add(name);
  const query = [...names].map(name => `${name}=${encodeURIComponent(values[name] ?? '')}`);
  const unfilled = operation.parameters.filter(({ name }) => values[name] === undefined);
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? `{{${name}}}` : encodeURIComponent(value);
  });
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const variables = unfilled.map(({ name }) => `@${name} = \n`).join('');
  const request = requestText({ method: operation.method, url: target, ...bodyOf(operation) });
  return `### ${catalogueText(operation.description)}\n${variables}${request}`;
}

/** Returns every required field of the body. A file field refers to a file beside the document. */
function bodyOf({ body, bodyType }: Operation): Pick<PlainRequest, 'headers' | 'body'> {
  const required = body.filter(field => field.required);
  if (bodyType === 'multipart') {
    const parts = required.map(({ name, type, values }): PlainPart => {
      if (type === 'file') return { name, value: { path: `./${name}` }, filename: name };
      return { name, value: { text: values?.[0] ?? '' } };
    });
    return { headers: [], body: { kind: 'multipart', parts } };
  }
  if (body.length === 0) return { headers: [], body: undefined };
  const fields = Object.fromEntries(required.map(({ name, values }) => [name, values?.[0] ?? emptyValue(name)]));
  const text = JSON.stringify(fields, undefined, 2);
  return { headers: [['Content-Type', 'application/json']], body: { kind: 'text', text } };
}

function emptyValue(name: string): string {
  return isLastingCredential(name) ? `{{$secret ${secretName(name)}}}` : '';
}
