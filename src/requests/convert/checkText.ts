import { pathSteps } from '../document/bodyPath';
import { checkProblem, operatorOf, parseCheck, type CheckOperator } from '../document/checkLine';

/**
 * The subject of a comparison in another tool: `status`, `duration`, `body`, a header by its name, or a path in a JSON body.
 */
export type Subject = 'status' | 'duration' | 'body' | { header: string } | { steps: readonly string[] };

/** Returns the line of an equivalent check, or `undefined` if the parser would read the line differently. */
export function checkText(subject: Subject, operator: CheckOperator, expected?: string): string | undefined {
  const first = subjectText(subject);
  if (first === undefined || (expected !== undefined && expected !== expected.trim())) return undefined;
  const text = ['??', first, operator, ...(expected === undefined || expected === '' ? [] : [expected])].join(' ');
  if (/[\r\n]/.test(text)) return undefined;
  const check = parseCheck({ start: 0, end: text.length, text });
  const isSame = operatorOf(check) === operator && (check.expected?.text ?? '') === (expected ?? '');
  return isSame && checkProblem(check) === undefined ? text : undefined;
}

function subjectText(subject: Subject): string | undefined {
  if (typeof subject === 'string') return subject;
  if ('header' in subject) return `header ${subject.header}`;
  const path = subject.steps.map((step, index) => stepText(step, index === 0)).join('');
  const read = pathSteps(path);
  return read?.join('\n') === subject.steps.join('\n') ? `body ${path}` : undefined;
}

function stepText(step: string, isFirst: boolean): string {
  if (/^\d+$/.test(step)) return `[${step}]`;
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u.test(step)) return isFirst ? step : `.${step}`;
  return step.includes("'") ? `["${step}"]` : `['${step}']`;
}
