import type { CheckOperator } from '../document/checkLine';
import { checkText, type Subject } from './checkText';
import { splitBy, statementsOf, type Statement } from './statements';

/** A converted script: equivalent checks, and the parts without an equivalent. */
interface ConvertedScript {
  checks: string[];
  unconverted: Statement[];
}

/** Converts `client.test` and `client.assert` of the JetBrains HTTP client, where they compare a part of the response. */
export function convertScript(source: string, isTest = false): ConvertedScript {
  const result: ConvertedScript = { checks: [], unconverted: [] };
  for (const statement of statementsOf(source)) {
    const test =
      /^client\.test\(\s*(?:"[^"\n]*"|'[^'\n]*'|`[^`]*`)\s*,\s*(?:function\s*\w*\(\)|\(\)\s*=>)\s*\{([\s\S]*)\}\s*\)$/.exec(
        statement.text,
      );
    if (test !== null && !isTest) {
      const inner = test[1] ?? '';
      const offset = statement.start + statement.text.lastIndexOf('}') - inner.length;
      const { checks, unconverted } = convertScript(inner, true);
      for (const check of checks) result.checks.push(check);
      for (const statement of unconverted)
        result.unconverted.push({ ...statement, start: statement.start + offset, end: statement.end + offset });
      continue;
    }
    const assertion = /^client\.assert\(([\s\S]*)\)$/.exec(statement.text)?.[1];
    const [condition = ''] = splitBy(assertion ?? '', ',');
    const checks = assertion === undefined ? undefined : convertCondition(condition);
    if (checks === undefined) result.unconverted.push(statement);
    else result.checks.push(...checks);
  }
  return result;
}

/** Converts a JavaScript condition to equivalent checks. Returns `undefined` if there are none. */
export function convertCondition(condition: string): string[] | undefined {
  const checks = splitBy(condition, '&&').map(convertComparison);
  return checks.every(check => check !== undefined) ? checks : undefined;
}

const operators: Record<string, CheckOperator> = { '===': '==', '==': '==', '!==': '!=', '!=': '!=' };
const tests: Record<string, CheckOperator> = { string: 'isString', number: 'isNumber', boolean: 'isBoolean' };

function convertComparison(written: string): string | undefined {
  for (const sign of ['===', '!==', '==', '!=', '>=', '<=', '>', '<']) {
    const [left = '', right, ...more] = splitBy(written, sign);
    if (right === undefined) continue;
    return more.length > 0 ? undefined : convertOperands(left, sign, right);
  }
  const call = /^([\s\S]*)\.(includes|startsWith|endsWith)\(([^()]*)\)$/.exec(written);
  if (call !== null) return line(subjectOf(call[1] ?? ''), call[2] as CheckOperator, literal(call[3] ?? ''));
  const list = /^Array\.isArray\(([^()]*)\)$/.exec(written)?.[1];
  if (list !== undefined) return line(subjectOf(list), 'isArray');
  const pattern = /^\/(.+)\/u?\.test\((.*)\)$/.exec(written);
  if (pattern !== null) return line(subjectOf(pattern[2] ?? ''), 'matches', pattern[1]);
  const [, negation = '', value = ''] = /^(!{0,2})([\s\S]*)$/.exec(written) ?? [];
  return line(subjectOf(value), negation === '!' ? 'isFalse' : 'exists');
}

function convertOperands(left: string, sign: string, right: string): string | undefined {
  const type = /^typeof\s+\(?([^()]*)\)?$/.exec(left)?.[1];
  if (type !== undefined) {
    const test = sign.startsWith('=') ? tests[literal(right) ?? ''] : undefined;
    return test && line(subjectOf(type), test);
  }
  const expected = literal(right);
  if (expected === undefined) return undefined;
  if (/^response\.contentType\.mimeType$/.test(left))
    return sign.startsWith('==') ? line({ header: 'content-type' }, 'startsWith', expected) : undefined;
  const isOrder = sign.startsWith('<') || sign.startsWith('>');
  if (isOrder && Number.isNaN(Number(expected))) return undefined;
  return line(subjectOf(left), operators[sign] ?? (sign as CheckOperator), expected);
}

function line(subject: Subject | undefined, operator: CheckOperator, expected?: string): string | undefined {
  const needsValue = !operator.startsWith('is') && operator !== 'exists';
  return subject === undefined || (needsValue && expected === undefined)
    ? undefined
    : checkText(subject, operator, expected);
}

/** Parses a subject in the syntax of JetBrains and httpYac, such as `response.body.a[0]["b"]`. */
export function subjectOf(written: string): Subject | undefined {
  const text = written.trim();
  if (/^response\.(?:status|statusCode)$/.test(text)) return 'status';
  if (/^response\.(?:body|parsedBody)$/.test(text)) return 'body';
  const header = /^response\.headers(?:\.valueOf\((?:"([^"]+)"|'([^']+)')\)|\[(?:"([^"]+)"|'([^']+)')\])$/.exec(text);
  if (header !== null) return { header: header.slice(1).find(name => name !== undefined) ?? '' };
  const path = /^response\.(?:body|parsedBody)\??(?=[.[])(.+)$/s.exec(text)?.[1];
  const steps = path === undefined ? undefined : stepsOf(path);
  return steps && { steps };
}

/** Splits a path such as `.a[0]["b"]` into steps. Returns `undefined` for an invalid path. */
export function stepsOf(path: string): string[] | undefined {
  const steps: string[] = [];
  const pattern = /\??\.([\p{ID_Start}$_][\p{ID_Continue}$]*)|(?:\?\.)?\[(?:(\d+)|'([^'\\]*)'|"([^"\\]*)")\]/uy;
  while (pattern.lastIndex < path.length) {
    const match = pattern.exec(path);
    if (match === null) return undefined;
    steps.push(match.slice(1).find(group => group !== undefined) ?? '');
  }
  return steps.length > 0 ? steps : undefined;
}

/** The value of a JavaScript literal as the text of a check. */
function literal(written: string): string | undefined {
  const text = written.trim();
  if (/^(?:-?\d+(?:\.\d+)?|true|false|null|undefined)$/.test(text)) return text;
  const quoted = /^(?:"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)')$/.exec(text);
  const inner = quoted?.[1] ?? quoted?.[2];
  // Escape sequences and `{{…}}` have another meaning in a check.
  if (inner === undefined || inner.includes('{{')) return undefined;
  const read = inner.replace(/\\(["'/])/g, '$1');
  return read.includes('\\') ? undefined : read;
}
