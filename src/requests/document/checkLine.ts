import { pathSteps } from './bodyPath';
import { nonEmpty, trimmedPart } from './lines';
import type { CheckNode, RequestNode, Token } from './syntax';

export const checkSubjects = ['status', 'header', 'body', 'duration', 'documented', 'snapshot', 'same'] as const;
export type CheckSubject = (typeof checkSubjects)[number];

/** Alternative names of operators in httpYac. */
const otherNames = { equals: '==', contains: 'includes', isTrue: 'exists' } as const;

const operatorsWithValue = ['==', '!=', '>=', '>', '<=', '<', 'includes', 'startsWith', 'endsWith', 'matches'] as const;
const hashOperators = ['sha256', 'sha512', 'md5'] as const;
const operatorsWithoutValue = ['exists', 'isFalse', 'isArray', 'isBoolean', 'isNumber', 'isString'] as const;

export const checkOperators = [...operatorsWithValue, ...operatorsWithoutValue, ...hashOperators] as const;
export type CheckOperator = (typeof checkOperators)[number];

// Same rules as httpYac: an operator needs white space before it but not after it, and the last one counts. Longer operators
// are tried first.
const spellings = [...checkOperators, ...Object.keys(otherNames)].sort((a, b) => b.length - a.length).join('|');
const operatorPattern = new RegExp(`\\s(?:${spellings})`, 'g');

export function isCheck(line: Token): boolean {
  return /^\s*\?\?/.test(line.text);
}

/** Parses a line that begins with `??`; such a line is always a check, even if it is invalid. */
export function parseCheck(line: Token): CheckNode {
  const content = trimmedPart(line, 2);
  const subjectEnd = /^\S*/.exec(content.text)?.[0].length ?? 0;
  const subject = trimmedPart(content, 0, subjectEnd);
  // The name of an environment may look like an operator.
  const last =
    subject.text === 'same'
      ? undefined
      : [...content.text.matchAll(operatorPattern)].findLast(({ index }) => index >= subjectEnd);
  const node = { ...line, kind: 'check', subject } as const;
  if (last === undefined) {
    return { ...node, path: nonEmpty(trimmedPart(content, subjectEnd)), operator: undefined, expected: undefined };
  }
  const end = last.index + last[0].length;
  return {
    ...node,
    path: nonEmpty(trimmedPart(content, subjectEnd, last.index)),
    operator: trimmedPart(content, last.index, end),
    expected: nonEmpty(trimmedPart(content, end)),
  };
}

export function operatorOf({ operator }: CheckNode): CheckOperator | undefined {
  if (operator === undefined) return undefined;
  const { text } = operator;
  return Object.hasOwn(otherNames, text) ? otherNames[text as keyof typeof otherNames] : (text as CheckOperator);
}

/** Returns whether an operator needs an expected value. */
export function takesValue(operator: CheckOperator): boolean {
  return !operatorsWithoutValue.some(unary => unary === operator);
}

/**
 * Splits an expected value that is written as in other tools: a text between quotes, or a regular expression between
 * slashes. In a check, the signs are a part of the value.
 */
export function delimitedValue(operator: CheckOperator, written: string): { sign: string; inner: string } | undefined {
  const delimited = operator === 'matches' ? /^(\/)(.+)\/$/ : /^(["'])(.*)\1$/;
  const [, sign, inner] = delimited.exec(written) ?? [];
  return sign === undefined || inner === undefined ? undefined : { sign, inner };
}

/**
 * Returns the valid form of a subject that is written as in other tools: `response.body.id` and `$.id` are `body id`.
 * @returns `undefined` for any other subject
 */
export function validSubject(written: string): string | undefined {
  const subject = written.replace(/^res(?:ponse)?\./, '');
  if (/^status[._]?code$/i.test(subject) || subject === 'status') return 'status';
  if (/^(?:response_?)?time$/i.test(subject)) return 'duration';
  const [, header] = /^headers?(?:\.|\[["']?)([\w-]+)(?:["']?\])?$/.exec(subject) ?? [];
  if (header !== undefined) return `header ${header}`;
  const [, path] = /^(?:body|json|\$)(?:\.\$)?(?:\.|(?=\[))(.+)$/.exec(subject) ?? [];
  return path === undefined || pathSteps(path) === undefined ? undefined : `body ${path}`;
}

/** Returns the environment name in `?? same as Staging`; `undefined` for any other check. */
export function sameAs({ subject, path }: CheckNode): Token | undefined {
  if (subject.text !== 'same' || path === undefined || !/^as\s+\S/.test(path.text)) return undefined;
  return trimmedPart(path, 2);
}

export function hasSnapshot({ checks }: { checks: readonly CheckNode[] }): boolean {
  return checks.some(({ subject }) => subject.text === 'snapshot');
}

export type CheckProblem =
  | 'malformedCheck' // an operator is missing or not allowed, or `?? same` names no environment
  | 'unknownSubject'
  | 'badCheckPath'
  | 'missingExpected'
  | 'badPattern' // an invalid regular expression
  | 'textAfterCheck'; // a line below a check that is neither a check nor a comment

/** Returns the invalid checks of the requests, each with its problem, and the other texts below checks. */
export function wrongChecks(
  requests: readonly Pick<RequestNode, 'checks' | 'checkComments'>[],
): { check: Token; code: CheckProblem; at: Token }[] {
  return requests.flatMap(({ checks, checkComments }) => [
    ...checks.flatMap(check => {
      const problem = checkProblem(check);
      return problem === undefined ? [] : [{ check, ...problem }];
    }),
    ...textsAfterChecks(checkComments).map(line => ({ check: line, code: 'textAfterCheck' as const, at: line })),
  ]);
}

/** Returns the lines below checks that are neither checks nor comments. They may be meant as headers or as the body. */
export function textsAfterChecks(checkComments: RequestNode['checkComments']): Token[] {
  return checkComments.filter(({ kind }) => kind === 'malformed');
}

/** Returns the problem of an invalid check; `at` is the range of the error. */
export function checkProblem(check: CheckNode): { code: CheckProblem; at: Token } | undefined {
  const { subject, path, operator, expected } = check;
  const name = checkSubjects.find(subjectName => subjectName === subject.text);
  if (name === undefined) return { code: subject.text === '' ? 'malformedCheck' : 'unknownSubject', at: subject };
  if (name === 'documented' || name === 'snapshot') {
    return path === undefined && operator === undefined ? undefined : { code: 'malformedCheck', at: check };
  }
  if (name === 'same') return sameAs(check) === undefined ? { code: 'malformedCheck', at: check } : undefined;
  if (operator === undefined) return { code: 'malformedCheck', at: check };
  if (!isValidPath(name, path?.text)) return { code: 'badCheckPath', at: path ?? subject };
  // `===` is read as `==` and a value that begins with `=`.
  if (expected?.text.startsWith('=') === true && expected.start === operator.end)
    return { code: 'malformedCheck', at: check };
  // Operators for equality accept an empty text as their value.
  const checkOperator = operatorOf(check) as CheckOperator;
  if (expected === undefined && takesValue(checkOperator) && checkOperator !== '==' && checkOperator !== '!=') {
    return { code: 'missingExpected', at: operator };
  }
  if (
    checkOperator === 'matches' &&
    expected !== undefined &&
    !expected.text.includes('{{') &&
    !isPattern(expected.text)
  ) {
    return { code: 'badPattern', at: expected };
  }
  return undefined;
}

/** Returns whether the text between the subject and the operator is allowed for this subject. */
function isValidPath(subject: CheckSubject, path: string | undefined): boolean {
  if (subject === 'body') return path === undefined || pathSteps(path) !== undefined;
  if (subject === 'header') return path !== undefined && !/\s/.test(path);
  return path === undefined;
}

function isPattern(text: string): boolean {
  try {
    new RegExp(text, 'u');
    return true;
  } catch {
    return false;
  }
}
