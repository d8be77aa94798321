import { isCredentialField, isUploadField } from '../../api/credentialFields';
import { Secret } from '../../api/secret';
import { jsonOf, parseExactly } from '../../json/exactIntegers';
import { RequestError } from './requestError';
import type { Piece } from './secretText';
import type { Token } from './syntax';

/** The response of a named request. Later requests can take values from it. */
export interface NamedResponse {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  /** The complete text of the body; a `Secret` because responses contain tokens. */
  text: Secret;
  /** Whether the response is too large for memory, so that `text` is only its start. */
  isCut?: boolean;
}

/**
 * Minimum length of a credential in characters. Shorter values of the same fields are something else, such as the
 * numeric `code` of a cloud function.
 */
const shortestCredential = 8;

function isCredential(field: string, value: unknown): value is string {
  const isField = isCredentialField(field) && !isUploadField(field);
  return isField && typeof value === 'string' && value.length >= shortestCredential;
}

/**
 * Returns the value of `response.body.objects[0].id`, `response.headers.Location` or `response.status`. The value of a
 * credential field is a `Secret`. Whole numbers keep all their digits.
 * @throws RequestError `noValue`, `valueCutOff`
 */
export function responseValue(response: NamedResponse, path: string, expression: Token): Piece {
  const missing = (): never => {
    throw new RequestError(
      'noValue',
      expression.text,
      expression,
      response.status >= 400 ? response.status : undefined,
    );
  };
  const [part = '', ...rest] = path.split('.');
  if (part === 'status') return String(response.status);
  if (part === 'headers') {
    const name = rest.join('.').toLowerCase();
    const values = response.headers.filter(([header]) => header.toLowerCase() === name).map(([, value]) => value);
    if (values.length === 0) return missing();
    // Repeated headers form one list (RFC 9110, 5.3), but a cookie may contain a comma.
    const value = name === 'set-cookie' ? (values[0] ?? '') : values.join(', ');
    return isCredential(name, value) ? new Secret(value) : value;
  }
  if (part !== 'body' && !part.startsWith('body[')) return missing();
  if (response.isCut === true) throw new RequestError('valueCutOff', expression.text, expression);
  const steps = referenceSteps(path.slice('body'.length)) ?? missing();
  if (steps.length === 0) return response.text;
  const value = steps.reduce<unknown>(stepInto, parseExactly(response.text.reveal()));
  if (value === undefined) return missing();
  const text = typeof value === 'string' ? value : jsonOf(value);
  const hasCredentialInside = typeof value === 'object' && value !== null && holdsCredential(value);
  return hasCredentialInside || isCredential(steps.at(-1) ?? '', value) ? new Secret(text) : text;
}

/** Splits `.objects[0].id` into steps; accepts a leading `$` and `['name']`, too. */
function referenceSteps(path: string): string[] | undefined {
  const steps: string[] = [];
  const pattern = /\.?\$(?=[.[]|$)|\.([^.[\]]+)|\[(\d+)\]|\[(?:'([^']*)'|"([^"]*)")\]/y;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) return undefined;
    const step = match.slice(1).find(group => group !== undefined);
    if (step !== undefined) steps.push(step);
  }
  return steps.length === 1 && steps[0] === '*' ? [] : steps;
}

function stepInto(value: unknown, step: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
  return (value as Record<string, unknown>)[step];
}

/**
 * Returns whether a value contains a credential. To be safe, values that nest deeper than usual responses count as
 * well.
 */
function holdsCredential(value: object, depth = 0): boolean {
  return Object.entries(value).some(
    ([name, inner]: [string, unknown]) =>
      isCredential(name, inner) ||
      (typeof inner === 'object' && inner !== null && (depth > 20 || holdsCredential(inner, depth + 1))),
  );
}
