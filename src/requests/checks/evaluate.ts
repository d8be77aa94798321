import type { Operation } from '../../api/operations/catalogue';
import { isCredentialField, isStatus } from '../../api/credentialFields';
import { mask, Secret } from '../../api/secret';
import { findCredentials, redactKnown } from '../../api/masking/text';
import { jsonOf, parseExactly } from '../../json/exactIntegers';
import { pathSteps } from '../document/bodyPath';
import {
  checkProblem,
  operatorOf,
  sameAs,
  takesValue,
  type CheckOperator,
  type CheckSubject,
} from '../document/checkLine';
import { firstHeader } from '../document/rules';
import type { CheckNode } from '../document/syntax';
import { differences } from './documented';
import { keptText } from '../sending/keptText';
import { maskHeader } from '../../api/masking/headers';
import { maximumCredentials } from '../sending/readBody';
import type { ResolvedRequest } from '../sending/resolvedRequest';
import type { RunResult } from '../sending/runResult';
import { masked, reveal } from '../document/secretText';
import { MissingValueError, valueAt } from './bodyValue';
import { inMilliseconds, passesComparison, surplusDelimiter } from './compare';
import { SlowPattern } from './pattern';
import { longestSnapshot, changedPaths, snapshotText } from './snapshot';
import type { CheckFailure, Verdict } from './verdict';

/** Maximum number of characters of a value in a verdict. */
const longestShown = 1000;

/** The checks of a request and its response as plain data for a worker thread, including credentials. */
export interface CheckInput {
  /** `maskedExpected` is `expected` with masked secrets, for display. */
  checks: readonly { check: CheckNode; expected: string; maskedExpected: string }[];
  method: string;
  operation: Operation | undefined;
  query: string;
  status: number;
  ok: boolean;
  /** Whether the body is incomplete. */
  truncated: boolean;
  milliseconds: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  credentials: readonly string[];
  /** The stored snapshot, if any. */
  snapshot: ComparedResponse | undefined;
  /** Responses of other environments, by the environment name as written in the check. */
  otherResponses: Readonly<Record<string, ComparedResponse>>;
}

/** A response to compare with, or the reason why there is none. */
export type ComparedResponse =
  | { kind: 'text'; text: string }
  | { kind: 'response'; response: CheckInput }
  | { kind: 'failure'; failure: CheckFailure; detail?: string };

const bodySubjects: readonly string[] = ['body', 'documented', 'snapshot', 'same'];

export function checkInputOf(
  { checks, method, operation, url }: ResolvedRequest,
  result: RunResult,
  { snapshot, otherResponses = {} }: Partial<Pick<CheckInput, 'snapshot' | 'otherResponses'>> = {},
): CheckInput {
  const { status, ok, truncated, ms } = result.report;
  // A request without checks needs the body too: checks are suggested from it.
  const hasBody = checks.length === 0 || checks.some(({ check }) => bodySubjects.includes(check.subject.text));
  return {
    checks: checks.map(({ check, expected }) => ({
      check,
      expected: reveal(expected),
      maskedExpected: masked(expected),
    })),
    method,
    operation,
    query: url.search,
    status,
    ok,
    truncated,
    milliseconds: ms.total,
    headers: result.asNamed().headers,
    body: hasBody ? (result.revealText() ?? Buffer.from(result.revealBytes()).toString('utf8')) : '',
    credentials: result.credentials().map(secret => secret.reveal()),
    snapshot,
    otherResponses,
  };
}

/** Evaluates the checks of a request in their order. */
export function evaluateChecks(input: CheckInput): Verdict[] {
  let json: { value: unknown } | undefined;
  const credentials = allCredentials(input);
  const response: Response = {
    ...input,
    credentials,
    known: credentials.map(value => new Secret(value)),
    // Parse the body once for all checks.
    json: () => (json ??= { value: checkJson(input) }).value,
  };
  return input.checks.map(one => evaluateSafely(one, response));
}

/**
 * Returns all credentials. If the list reached the limit for passing between threads, searches the body for the rest.
 */
function allCredentials({ credentials, body }: CheckInput): readonly string[] {
  return credentials.length < maximumCredentials ? credentials : findCredentials(body, [], credentials).values;
}

/** Evaluates one check. JSON that nests too deep for the stack fails only this check. */
function evaluateSafely(one: CheckInput['checks'][number], response: Response): Verdict {
  try {
    return evaluate(one, response);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const { check } = one;
    const { start, end } = check;
    const title = titleOf(check, check.expected && mask, response.known);
    const noDetails = { detail: undefined, expected: undefined, actual: undefined, differences: [] };
    return { ...noDetails, range: { start, end }, title, passed: false, failure: 'tooDeep' };
  }
}

interface Response extends CheckInput {
  known: readonly Secret[];
  /** Returns the parsed body, or `undefined` if it is not JSON. */
  json: () => unknown;
}

function evaluate({ check, expected, maskedExpected }: CheckInput['checks'][number], response: Response): Verdict {
  const { known } = response;
  const operator = operatorOf(check);
  const maskedWritten = check.expected && shownExpected(check, check.expected.text, known);
  // Most checks have no variables, so the masked text can be reused.
  const expectedText = () =>
    maskedExpected === check.expected?.text ? maskedWritten : shownExpected(check, maskedExpected, known);
  const verdict: Verdict = {
    range: { start: check.start, end: check.end },
    title: titleOf(check, maskedWritten, known),
    passed: false,
    failure: undefined,
    detail: undefined,
    expected: operator !== undefined && takesValue(operator) ? expectedText() : undefined,
    operator,
    actual: undefined,
    differences: [],
  };
  const problem = checkProblem(check);
  if (problem !== undefined) return { ...verdict, failure: problem.code, detail: redactKnown(problem.at.text, known) };
  if (check.subject.text === 'documented') return { ...verdict, ...documentedVerdict(response) };
  if (check.subject.text === 'snapshot') {
    const none = { kind: 'failure', failure: 'noSnapshot' } as const;
    return { ...verdict, ...comparedVerdict(response, response.snapshot ?? none, 'otherSnapshot') };
  }
  const other = sameAs(check);
  if (other !== undefined) {
    // A request that was sent to this environment has no other response to compare with, so the check passes.
    const compared = Object.hasOwn(response.otherResponses, other.text)
      ? response.otherResponses[other.text]
      : undefined;
    return { ...verdict, ...(compared ? comparedVerdict(response, compared, 'otherResponse') : { passed: true }) };
  }
  if (check.subject.text === 'body' && response.truncated) return { ...verdict, failure: 'cutOff' };
  try {
    const { value, text, failure } = subjectValue(check, response);
    const wanted = check.subject.text === 'duration' ? inMilliseconds(expected) : expected;
    const passed = passesComparison(value, operator as CheckOperator, wanted);
    if (passed) return { ...verdict, passed, actual: text };
    const sign = surplusDelimiter(value, operator as CheckOperator, expected);
    if (failure !== undefined || sign === undefined) return { ...verdict, actual: text, failure };
    return { ...verdict, actual: text, failure: 'delimitedValue', detail: sign };
  } catch (error) {
    const [failure, detail] = failureOf(error);
    return { ...verdict, failure, detail };
  }
}

function failureOf(error: unknown): [CheckFailure, string | undefined] {
  if (error instanceof MissingValueError) return ['missingValue', error.path];
  if (error instanceof SlowPattern) return ['tooSlow', undefined];
  if (error instanceof SyntaxError) return ['badPattern', undefined];
  throw error;
}

interface SubjectValue {
  value: unknown;
  /** The value as masked text. */
  text: string;
  failure?: CheckFailure;
}

function subjectValue({ subject, path }: CheckNode, response: Response): SubjectValue {
  const { status, milliseconds, body, known } = response;
  switch (subject.text as Exclude<CheckSubject, 'documented' | 'snapshot' | 'same'>) {
    case 'status':
      return { value: status, text: String(status) };
    case 'duration':
      return { value: milliseconds, text: String(Math.round(milliseconds)) };
    case 'header':
      return headerValue(path?.text.toLowerCase() ?? '', response);
    case 'body': {
      if (path === undefined) return { value: body, text: shownValue(body, '', known) };
      const json = response.json();
      const steps = pathSteps(path.text) ?? [];
      // As in httpYac, a body that is not JSON is used as text, and so are the JSON values `false`, `0`, `null` and
      // `""`.
      const value = valueAt(json || body, steps);
      const text = shownValue(value, steps.at(-1) ?? '', known);
      return json === undefined ? { value, text, failure: 'notJson' } : { value, text };
    }
  }
}

/** Returns the value of a header. Repeated headers are joined with commas; `Set-Cookie` becomes an array instead. */
function headerValue(name: string, { headers, known }: Response): SubjectValue {
  const values = headers.filter(([one]) => one.toLowerCase() === name).map(([, value]) => value);
  if (values.length === 0) return { value: undefined, text: 'undefined' };
  const joined = values.join(', ');
  const text = shownValue(maskHeader(name, joined, known), '', known);
  return { value: name === 'set-cookie' ? values : joined, text };
}

/** Parses the body as JSON. Returns `undefined` if the Content-Type is not JSON or the body cannot be parsed. */
export function checkJson(input: CheckInput): unknown {
  return isJson(input) ? parseExactly(input.body) : undefined;
}

function isJson({ headers }: CheckInput): boolean {
  const type = firstHeader(headers, 'content-type');
  return /^\s*(?:(?:application|text)\/json\s*(?:;|$)|[^;]*(?:\+json|x-amz-json))/i.test(type);
}

function documentedVerdict(response: Response): Partial<Verdict> {
  const { method, operation, query, status, ok, truncated, body, json, known } = response;
  if (operation?.response === undefined) return { failure: 'notDocumented' };
  if (truncated) return { failure: 'cutOff' };
  if (!ok) return { expected: operation.success.join(', '), actual: String(status) };
  // A response to HEAD is that of GET without its body.
  if (method === 'HEAD') return { passed: true };
  // Any text, such as a sign-in page, is more than the empty response that is documented.
  const received = operation.response.kind === 'empty' && body.trim() !== '' ? (json() ?? body) : json();
  const differing = differences(received, operation, new URLSearchParams(query));
  // The name of an undocumented field may be a secret.
  const shown = differing.map(difference => ({ ...difference, path: redactKnown(difference.path, known) }));
  return { passed: differing.length === 0, differences: shown };
}

/** @param difference the failure when the texts differ */
function comparedVerdict(response: CheckInput, compared: ComparedResponse, difference: CheckFailure): Partial<Verdict> {
  if (response.truncated || (compared.kind === 'response' && compared.response.truncated)) return { failure: 'cutOff' };
  const actual = snapshotText(response);
  if (actual.length > longestSnapshot) return { failure: 'cutOff' };
  if (compared.kind === 'failure') {
    const { failure, detail } = compared;
    return { failure, detail, actual: failure === 'noSnapshot' ? actual : undefined };
  }
  const expected = compared.kind === 'text' ? compared.text : snapshotText(compared.response);
  if (expected === actual) return { passed: true };
  return { failure: difference, detail: changedPaths(expected, actual), expected, actual };
}

/**
 * Returns a value as it would be written in a check, masked for reports.
 * @param field the name of the field, which may mark the value as a credential
 */
function shownValue(value: unknown, field: string, known: readonly Secret[]): string {
  if (value === undefined) return 'undefined';
  const isPlain = value === null || value === '' || typeof value === 'number' || typeof value === 'boolean';
  const text = typeof value === 'string' ? value : jsonOf(value);
  if (isCredentialField(field) && !isPlain && !isStatus(field, text)) return mask;
  return keptText(typeof value === 'bigint' ? String(value) : text, known).text.slice(0, longestShown);
}

/** The expected value of a check on a credential is a credential too. */
function shownExpected({ path }: CheckNode, text: string, known: readonly Secret[]): string {
  const steps = path && (pathSteps(path.text)?.at(-1) ?? path.text);
  const isPlain = /^(?:\d{0,6}|null|true|false|undefined|\{\{[^{}]*\}\})$/.test(text);
  if (steps !== undefined && isCredentialField(steps) && !isPlain) return mask;
  return keptText(text, known).text.slice(0, longestShown);
}

/** @param written the expected value, masked */
function titleOf(
  { subject, path, operator }: CheckNode,
  written: string | undefined,
  known: readonly Secret[],
): string {
  const words = [subject.text, path?.text, operator?.text].map(word => word && redactKnown(word, known));
  return [...words, written]
    .filter(word => word !== undefined)
    .join(' ')
    .slice(0, longestShown);
}
