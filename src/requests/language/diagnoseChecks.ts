import type { Field, FieldType, Operation, ResponseShape } from '../../api/operations/catalogue';
import { pathSteps } from '../document/bodyPath';
import {
  checkProblem,
  delimitedValue,
  hasSnapshot,
  operatorOf,
  sameAs,
  validSubject,
  type CheckOperator,
} from '../document/checkLine';
import { labelOf } from '../document/outline';
import type { NamedEnvironment } from '../../api/environmentNames';
import { methodOf, type CheckNode, type RequestDocument, type RequestNode } from '../document/syntax';
import { type Diagnostic, diagnoseEnvironment } from './diagnostic';
import { matchOf } from './targetAt';

/** Returns the diagnostics of a request's checks before the request is sent. */
export function diagnoseChecks(
  request: RequestNode,
  document: RequestDocument,
  environments: readonly NamedEnvironment[] | undefined,
): Diagnostic[] {
  if (request.checks.length === 0) return [];
  const match = matchOf(request, document);
  const operation = match?.kind === 'found' ? match.operation : undefined;
  const ofChecks = request.checks.map(check => diagnoseCheck(check, operation));
  const isRead =
    operation === undefined ? ['GET', 'HEAD', 'OPTIONS'].includes(methodOf(request)) : operation.risk === 'reads';
  return [
    ...ofChecks.filter(one => one !== undefined),
    ...request.checks.flatMap(check => diagnoseSame(check, isRead, environments)),
  ];
}

function diagnoseSame(
  check: CheckNode,
  isRead: boolean,
  environments: readonly NamedEnvironment[] | undefined,
): Diagnostic[] {
  const named = sameAs(check);
  if (named === undefined) return [];
  const { start, end, text } = named;
  return [
    ...(environments === undefined ? [] : diagnoseEnvironment(text, { start, end }, environments)),
    ...(isRead
      ? []
      : [{ code: 'notRead', severity: 'warning', range: { start: check.start, end: check.end } } as const]),
  ];
}

/** Reports the snapshot checks of requests with the same label, because the label is the key of a snapshot. */
export function ambiguousSnapshots({ requests }: RequestDocument): Diagnostic[] {
  const counts = new Map<string, number>();
  const all = requests.filter(hasSnapshot).map(request => ({ request, label: labelOf(request) }));
  for (const { label } of all) counts.set(label, (counts.get(label) ?? 0) + 1);
  return all
    .filter(({ label }) => (counts.get(label) ?? 0) > 1)
    .flatMap(({ request: { checks }, label }) =>
      checks
        .filter(({ subject }) => subject.text === 'snapshot')
        .map(({ start, end }): Diagnostic => ({
          code: 'ambiguousSnapshot',
          severity: 'error',
          range: { start, end },
          detail: label,
        })),
    );
}

/**
 * The IDs of operations on records, profiles and contents. The application defines their columns, which are not
 * documented.
 */
const ownColumns = /^(openApi\.)?(record|user|content|oldDetail)\./;

function diagnoseCheck(check: CheckNode, operation: Operation | undefined): Diagnostic | undefined {
  const { subject, path, expected } = check;
  const problem = checkProblem(check);
  if (problem !== undefined) {
    const { start, end, text } = problem.at.text === '' ? check : problem.at;
    const valid = problem.code === 'unknownSubject' ? validSubject(text) : undefined;
    const range = { start, end };
    const fix = valid === undefined ? undefined : ({ kind: 'replace', range, text: valid } as const);
    return { code: problem.code, severity: 'error', range, detail: text, fix };
  }
  const warning = { severity: 'warning', range: { start: check.start, end: check.end } } as const;
  if (subject.text === 'documented') {
    return operation !== undefined && operation.response === undefined
      ? { ...warning, code: 'notDocumented' }
      : undefined;
  }
  if (subject.text === 'snapshot' || subject.text === 'same') return undefined;
  const type = typeOf(check, operation?.response, ownColumns.test(operation?.id ?? '') ? undefined : 'undocumented');
  if (type === 'undocumented' && path !== undefined) {
    const { start, end, text } = path;
    return { ...warning, code: 'undocumentedPath', range: { start, end }, detail: text };
  }
  const operator = operatorOf(check) as CheckOperator;
  const quoted = diagnoseQuotes(check, operator);
  if (quoted !== undefined) return quoted;
  const isImpossible = neverHolds(type, operator, expected?.text ?? '', subject.text);
  return isImpossible ? { ...warning, code: 'neverHolds' } : undefined;
}

const comparisonOperators: readonly CheckOperator[] = ['==', '!=', '<', '<=', '>', '>='];

/**
 * Reports an expected value in quotes. `!=` would always pass with them. Only in a header, in the whole body and in the
 * JSON of a list are quotes common.
 */
function diagnoseQuotes({ subject, path, expected }: CheckNode, operator: CheckOperator): Diagnostic | undefined {
  const isText = subject.text === 'header' || (subject.text === 'body' && path === undefined);
  if (expected === undefined || isText || !comparisonOperators.includes(operator)) return undefined;
  const { sign, inner } = delimitedValue(operator, expected.text) ?? {};
  if (sign === undefined || inner === undefined || inner.includes(sign)) return undefined;
  const range = { start: expected.start, end: expected.end };
  const fix = { kind: 'replace', range, text: inner } as const;
  return { code: 'delimitedValue', severity: 'warning', range, detail: sign, fix };
}

type SubjectType = FieldType | 'undocumented' | undefined;

/**
 * Returns the type of a check's subject; `undocumented` when the documented response has no such field; `undefined`
 * when unknown.
 * @param undocumentedType the result for a field that is not documented
 */
function typeOf(
  { subject, path }: CheckNode,
  shape: ResponseShape | undefined,
  undocumentedType: SubjectType,
): SubjectType {
  if (subject.text === 'status' || subject.text === 'duration') return 'number';
  if (subject.text === 'header') return 'string';
  if (path === undefined || shape === undefined || shape.fields.length === 0 || shape.kind === 'empty') {
    return path === undefined ? 'string' : undefined;
  }
  const steps = pathSteps(path.text) ?? [];
  if (shape.kind === 'object') return fieldType(steps, shape.fields, undocumentedType);
  if (shape.kind === 'array') return itemType(steps, shape.fields, undocumentedType);
  if (steps[0] === 'meta') return undefined;
  return steps[0] === 'objects' ? itemType(steps.slice(1), shape.fields, undocumentedType) : 'undocumented';
}

/** Returns the type at a path in a list: the list, its length, an item, or a field of an item. */
function itemType([step, ...below]: readonly string[], fields: readonly Field[], others: SubjectType): SubjectType {
  if (step === undefined) return 'array';
  if (/^\d+$/.test(step)) return fieldType(below, fields, others);
  if (step !== 'length') return 'undocumented';
  return below.length === 0 ? 'integer' : undefined;
}

/** Returns the type of a field; `undefined` for a nested field, because nested fields are not documented. */
function fieldType([name, ...below]: readonly string[], fields: readonly Field[], others: SubjectType): SubjectType {
  if (name === undefined) return 'object';
  const field = fields.find(one => one.name === name);
  if (field === undefined) return others;
  return below.length === 0 ? field.type : undefined;
}

const testedTypes: Partial<Record<CheckOperator, readonly FieldType[]>> = {
  isNumber: ['integer', 'number', 'id', 'any'],
  isString: ['string', 'id', 'any', 'json', 'file'],
  isBoolean: ['boolean', 'any'],
  isArray: ['array', 'any', 'json'],
};

/** Returns whether no value of the type can pass the comparison. The value of a variable is unknown here. */
function neverHolds(type: SubjectType, operator: CheckOperator, written: string, subject: string): boolean {
  if (type === undefined || type === 'undocumented' || written.includes('{{')) return false;
  const tested = testedTypes[operator];
  if (tested !== undefined) return !tested.includes(type);
  const isOrder = ['<', '<=', '>', '>='].includes(operator);
  const number = Number.parseFloat(written);
  if (isOrder && Number.isNaN(number)) return true;
  if (operator === '==' && (type === 'number' || type === 'integer') && Number.isNaN(number)) {
    // The service returns null for a missing value.
    return subject === 'status' || subject === 'duration' || !['null', 'undefined'].includes(written);
  }
  if (subject === 'duration') return (operator === '<' && number <= 0) || (operator === '<=' && number < 0);
  if (subject !== 'status') return false;
  if (operator === '==') return number < 100 || number > 599;
  const isBelow = operator === '<' ? number <= 100 : operator === '<=' && number < 100;
  return isBelow || (operator === '>' ? number >= 599 : operator === '>=' && number > 599);
}
