import { findOperation, risks, type Operation, type OperationMatch, type Risk } from '../../api/operations/catalogue';
import { decodedPath, readName } from '../document/rules';
import { masked, reveal } from '../values/secretText';
import type { ResolvedRequest } from './resolvedRequest';

interface Judgement {
  operation: Operation | undefined;
  risk: Risk;
}

/** Headers that frameworks take for the method of a request. */
const methodHeaders = ['x-hydrogen-request-method', 'x-http-method-override', 'x-http-method', 'x-method-override'];

/**
 * What a request to the service does. Its path counts as written and as the service may read it, its method as written
 * and as a header names it: of all that it may be, it is taken for the riskiest.
 */
export function judge({
  method,
  url,
  headers,
  body,
}: Pick<ResolvedRequest, 'method' | 'url' | 'headers' | 'body'>): Judgement {
  const fields = isForm(headers) || body.kind !== 'text' ? {} : jsonFields(masked(body.pieces));
  const all = [...namedMethods(headers), method].flatMap(one =>
    spellings(url.pathname).map(path => judgeCall(one, findOperation(one, path, fields))),
  );
  return all.reduce((worst, one) => (risks.indexOf(one.risk) > risks.indexOf(worst.risk) ? one : worst));
}

/** A path that only nearly matches an operation may still do what that operation does. */
function judgeCall(method: string, match: OperationMatch): Judgement {
  const operation = match.kind === 'found' ? match.operation : undefined;
  if ('operation' in match && match.operation.method === method) return { operation, risk: match.operation.risk };
  return { operation, risk: riskOfMethod(method) };
}

export function riskOfMethod(method: string): Risk {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'reads' : 'writes';
}

function namedMethods(headers: ResolvedRequest['headers']): string[] {
  return headers
    .filter(({ name }) => methodHeaders.includes(readName(name)))
    .flatMap(({ value }) => reveal(value).toUpperCase().split(','))
    .map(method => method.trim());
}

/** Braces stay encoded, because the catalogue takes them for a variable, which fits anything. */
function spellings(path: string): string[] {
  const read = decodedPath(path)
    .replace(/\/{2,}/g, '/')
    .replace(/[{}]/g, encodeURIComponent);
  return [...new Set([path, read])];
}

/** A form is read as one, whatever JSON it looks like. */
function isForm(headers: ResolvedRequest['headers']): boolean {
  const type = headers.find(({ name }) => readName(name) === 'content-type');
  return type !== undefined && !/json/i.test(reveal(type.value));
}

function jsonFields(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
