import { findOperation, type Operation, type OperationMatch } from '../../api/operations/catalogue';
import type { Diagnostic } from './diagnostic';
import { isJson } from '../document/format';
import { jsonProblem } from '../../json/tokens';
import { isForm } from '../document/rules';
import { methodOf, type Range, type RequestDocument, type RequestNode } from '../document/syntax';
import { bodyFieldNames, matchOf, type WrittenTarget } from './targetAt';

/** Returns the diagnostics for a request to a path of the application, based on the catalogue of operations. */
export function diagnoseCall(request: RequestNode, target: WrittenTarget, document: RequestDocument): Diagnostic[] {
  const { body } = request;
  const diagnostics: Diagnostic[] = [];
  const badJson = body?.kind === 'text' && isJson(request, body) ? jsonProblem(body.text) : undefined;
  if (body !== undefined && badJson !== undefined) {
    const range = { start: body.start + badJson.start, end: body.start + badJson.end };
    diagnostics.push({ code: 'invalidJson', severity: 'error', range, detail: badJson.code });
  }
  const match = matchOf(request, document);
  if (match?.kind !== 'found') return [...diagnostics, ...(match ? [mismatch(request, target, match)] : [])];
  return [
    ...diagnostics,
    ...missingParameters(request, target, match.operation),
    ...missingFields(request, match.operation, badJson !== undefined),
    ...unusedBody(request),
    ...highLimit(request, match.operation),
  ];
}

/** Returns the diagnostic for a method and path that are no documented operation. */
function mismatch(
  request: RequestNode,
  { path, pathRange }: WrittenTarget,
  match: Exclude<OperationMatch, { kind: 'found' }>,
): Diagnostic {
  const range = pathRange ?? request.line;
  if (match.kind === 'unknown') return { code: 'unknownPath', severity: 'warning', range };
  if (match.kind === 'wrongMethod') return wrongMethod(request, range, match.methods);
  // The path of the match is decoded, so that `%3F` in it would begin the query.
  const written = findOperation(methodOf(request), path);
  const text = 'path' in written ? written.path : undefined;
  const fix = pathRange && text !== undefined ? { kind: 'replace' as const, range: pathRange, text } : undefined;
  const severity = match.kind === 'missingSlash' ? 'error' : 'warning';
  return { code: match.kind, severity, range, detail: text ?? match.path, fix };
}

function wrongMethod({ method, line }: RequestNode, pathRange: Range, methods: readonly string[]): Diagnostic {
  const [first = '', ...others] = methods;
  const fix =
    method === undefined
      ? { kind: 'replace' as const, range: { start: line.start, end: line.start }, text: `${first} ` }
      : { kind: 'replace' as const, range: method, text: first };
  return {
    code: 'wrongMethod',
    severity: 'error',
    range: method ?? pathRange,
    detail: methods.join(', '),
    // With several methods, only the author knows the right one.
    fix: others.length === 0 ? fix : undefined,
  };
}

function unusedBody(request: RequestNode): Diagnostic[] {
  const { body, checks } = request;
  if (body === undefined || methodOf(request) !== 'GET') return [];
  // Text below a check has its own diagnostic.
  if (checks.some(({ start }) => start < body.start)) return [];
  return [{ code: 'bodyOfRead', severity: 'warning', range: { start: body.start, end: body.end } }];
}

/** The service's maximum number of items on a page. */
const highestLimit = 1000;

function highLimit(request: RequestNode, { query }: Operation): Diagnostic[] {
  if (!query.some(({ name }) => name === 'limit')) return [];
  return request.target.flatMap(({ text, start }) =>
    [...text.matchAll(/(?<=[?&]limit=)\d+(?=&|$)/g)]
      .filter(([value]) => Number(value) > highestLimit)
      .map(({ 0: value, index }): Diagnostic => {
        const range = { start: start + index, end: start + index + value.length };
        const fix = { kind: 'replace' as const, range, text: String(highestLimit) };
        return { code: 'limitTooHigh', severity: 'warning', range, detail: String(highestLimit), fix };
      }),
  );
}

function missingParameters(request: RequestNode, target: WrittenTarget, operation: Operation): Diagnostic[] {
  const { query, oneOf, needsCondition } = operation;
  if (target.isQueryOpen) return [];
  const parameterNames = new Set(target.query.map(({ text }) => text));
  const range = target.pathRange ?? request.line;
  const end = request.target.at(-1)?.end ?? request.line.end;
  const missing = query.filter(field => field.required && !parameterNames.has(field.name)).map(({ name }) => name);
  const lacksGroup = oneOf.length > 0 && !oneOf.some(group => group.every(name => parameterNames.has(name)));
  const names = lacksGroup ? [...missing, oneOf.map(group => group.join(' + ')).join(' | ')] : missing;
  const fixOf = (name: string) => {
    const mark = request.target.some(token => token.text.includes('?')) ? '&' : '?';
    return { kind: 'replace' as const, range: { start: end, end }, text: `${mark}${name.split(' ')[0] ?? name}=` };
  };
  const changesAll = needsCondition && !parameterNames.has('where');
  return [
    ...names.map((name): Diagnostic => ({
      code: 'missingParameter',
      severity: 'error',
      range,
      detail: name,
      fix: fixOf(name),
    })),
    ...(changesAll ? [{ code: 'changesAll', severity: 'warning', range, fix: fixOf('where') } as const] : []),
  ];
}

function missingFields(request: RequestNode, { body, bodyType }: Operation, hasBadJson: boolean): Diagnostic[] {
  if (hasBadJson || bodyType !== 'json') return [];
  const needed = body.filter(field => field.required);
  const fields = bodyFieldNames(request, isForm(request));
  if (fields === undefined || needed.length === 0) return [];
  const names = new Set(fields.map(({ text }) => text));
  const at = request.body;
  const range = at === undefined ? request.line : { start: at.start, end: Math.min(at.end, at.start + 1) };
  return needed
    .filter(({ name }) => !names.has(name))
    .map(({ name }) => ({ code: 'missingField', severity: 'error', range, detail: name }));
}
