import { decisiveFields, findOperation, risks, type Operation, type Risk } from '../../api/operations/catalogue';
import { decodedPath, normalizedName } from '../document/rules';
import { reveal } from '../document/secretText';
import { jsonValue } from '../../json/jsonValue';
import type { ResolvedRequest } from './resolvedRequest';
import { isRestricted } from './restriction';

interface Judgement {
  operation: Operation | undefined;
  risk: Risk;
  /** Whether the request creates or ends the tokens of all environments, so the guard of production applies. */
  isForAllEnvironments: boolean;
}

/** Headers that frameworks use to override the method of a request. */
const methodHeaders = ['x-hydrogen-request-method', 'x-http-method-override', 'x-http-method', 'x-method-override'];

/**
 * Judges the effect of a request to the service. Considers the path as written and as the service may read it, and the
 * method as written and as a header overrides it; the riskiest reading counts.
 */
export function judgeRequest({
  method,
  url,
  headers,
  body,
}: Pick<ResolvedRequest, 'method' | 'url' | 'headers' | 'body'>): Judgement {
  const fields = unambiguousFields(headers, body, url);
  const all = [...namedMethods(headers), method].flatMap(method =>
    spellings(url.pathname).map(path => judgeCall(method, path, fields, url.searchParams)),
  );
  const worst = all.reduce((worst, one) => (risks.indexOf(one.risk) > risks.indexOf(worst.risk) ? one : worst));
  // Another reading with the same risk may be the one that affects all environments.
  return { ...worst, isForAllEnvironments: all.some(one => one.isForAllEnvironments) };
}

/** A request to a path that only nearly matches an operation may still perform that operation. */
function judgeCall(method: string, path: string, fields: Record<string, unknown>, query: URLSearchParams): Judgement {
  // Servers process HEAD like GET.
  const match = findOperation(method === 'HEAD' ? 'GET' : method, path, fields);
  const near = 'operation' in match ? match.operation : undefined;
  const operation = match.kind === 'found' ? near : undefined;
  const isForAllEnvironments = near?.authorization === 'none';
  const risk = riskOfMethod(method);
  if (near === undefined) return { operation, risk, isForAllEnvironments };
  if (near.needsCondition && near.method === method && !isRestricted(query)) {
    return { operation, risk: 'changesAll', isForAllEnvironments };
  }
  if (match.kind === 'found') return { operation, risk: near.risk, isForAllEnvironments };
  // With a reading method, the path of a writing operation only reads.
  const isReading = risk === 'reads' && near.method !== 'GET';
  return { operation, risk: isReading ? risk : riskier(risk, near, method), isForAllEnvironments };
}

function riskier(risk: Risk, near: Operation, method: string): Risk {
  // A near match of an operation that opens a session either opens one or does nothing.
  if (near.risk === 'opensSession' && near.method === method) return near.risk;
  return higher(risk, near.risk);
}

function higher(one: Risk, other: Risk): Risk {
  return risks.indexOf(other) > risks.indexOf(one) ? other : one;
}

/**
 * Returns the risk of a request to another host, which may be the service by another address: that of its method, or
 * that of its path if it is higher.
 */
export function riskOnOtherHost(request: Parameters<typeof judgeRequest>[0]): Risk {
  return higher(riskOfMethod(request.method), judgeRequest(request).risk);
}

function riskOfMethod(method: string): Risk {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method) ? 'reads' : 'writes';
}

function namedMethods(headers: ResolvedRequest['headers']): string[] {
  return headers
    .filter(({ name }) => methodHeaders.includes(normalizedName(name)))
    .flatMap(({ value }) => reveal(value).toUpperCase().split(','))
    .map(method => method.trim());
}

/** Returns the path as written, and as servers may read it: an encoded slash may be a slash, or part of an ID. */
function spellings(path: string): string[] {
  const bySegment = path.split('/').map(segment => decodedPath(segment).replaceAll('/', '%2F'));
  const read = [decodedPath(path), bySegment.join('/')].map(plainPath);
  return [...new Set([path, ...read, ...read.map(one => one.toLowerCase())])];
}

/** Braces stay encoded, because the catalogue treats them as a variable, which matches anything. */
function plainPath(path: string): string {
  return path
    .replace(/\/{2,}/g, '/')
    .replace(/;[^/]*|\s/g, '')
    .replace(/[{}]/g, encodeURIComponent);
}

const jsonType = /^\s*application\/json\s*(;\s*charset\s*=\s*("utf-8"|utf-8)\s*)?$/i;

/**
 * Returns the fields of a JSON body. Empty when servers may read other fields from the request: for a form, several
 * Content-Types, or a decisive field that occurs twice. Then the riskiest operation counts.
 */
function unambiguousFields(
  headers: ResolvedRequest['headers'],
  body: ResolvedRequest['body'],
  url: URL,
): Record<string, unknown> {
  if (body.kind !== 'text' || headers.some(({ name }) => normalizedName(name) === 'content-encoding')) return {};
  const types = headers.filter(({ name }) => normalizedName(name) === 'content-type');
  if (types.length > 1 || types.some(({ value }) => !jsonType.test(reveal(value)))) return {};
  const text = reveal(body.pieces);
  if ([...decisiveFields].some(field => mentions(`${decodedPath(url.search)} ${text}`, field) > 1)) return {};
  return jsonFields(text);
}

/** Counts the occurrences of a name, in any spelling that JSON or a server may accept for it. */
function mentions(text: string, name: string): number {
  const plain = (one: string) => one.toLowerCase().replace(/[^a-z0-9]/g, '');
  const read = text.replace(/\\u([0-9a-f]{4})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return plain(read).split(plain(name)).length - 1;
}

function jsonFields(text: string): Record<string, unknown> {
  const value = jsonValue(text);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
