import type { RequestDocument, RequestNode } from '../document/syntax';
import { isComment } from '../document/bodyAndChecks';
import { checkText } from '../convert/checkText';
import { parseCheck, type CheckOperator } from '../document/checkLine';
import { printCheck } from '../document/format';
import { checkJson, evaluateChecks, type CheckInput } from './evaluate';
import { mediaType } from './snapshot';

/** Maximum number of fields to check in an object; more are rarely useful. */
const maximumFields = 10;

/**
 * Suggests checks that this response passes: status, media type, and the documented shape or else the types of its fields.
 * Suggests no values, because most of them change.
 */
export function suggestChecks(response: CheckInput): string[] {
  const type = mediaType(response.headers);
  const json = response.truncated ? undefined : checkJson(response);
  const lines = [
    `?? status == ${response.status}`,
    ...(type !== '' ? [`?? header content-type includes ${type}`] : []),
    '?? documented',
    ...(response.operation?.response === undefined || response.operation.response.fields.length === 0
      ? fieldChecks(json)
      : []),
  ];
  // Leave out checks that this response fails.
  const checks = lines.map(text => ({ check: parseCheck({ start: 0, end: text.length, text }), maskedExpected: '' }));
  const verdicts = evaluateChecks({
    ...response,
    checks: checks.map(entry => ({ ...entry, expected: entry.check.expected?.text ?? '' })),
  });
  return lines.filter((_, index) => verdicts[index]?.passed === true);
}

function fieldChecks(json: unknown): string[] {
  if (Array.isArray(json)) return fieldsOf(json[0], ['0']);
  if (typeof json !== 'object' || json === null) return [];
  const { objects } = json as { objects?: unknown };
  if (!Array.isArray(objects)) return fieldsOf(json, []);
  return ['?? body objects isArray', ...fieldsOf(objects[0], ['objects', '0'])];
}

/** Skips fields that are null here, because they may have any type. */
function fieldsOf(value: unknown, path: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const lines = Object.entries(value).flatMap(([name, field]) => {
    const operator = operatorFor(field);
    return (operator && checkText({ steps: [...path, name] }, operator)) ?? [];
  });
  return lines.slice(0, maximumFields);
}

function operatorFor(value: unknown): CheckOperator | undefined {
  if (Array.isArray(value)) return 'isArray';
  if (typeof value === 'string') return 'isString';
  if (typeof value === 'number' || typeof value === 'bigint') return 'isNumber';
  if (typeof value === 'boolean') return 'isBoolean';
  return value === null || value === undefined ? undefined : 'exists';
}

/**
 * Returns the edit that adds checks after the existing ones or the body, without repeating them; `undefined` if none is
 * new. If the last line of the body looks like a comment, the checks are above the body: below, they would turn that line
 * into a comment, and it would no longer be sent.
 */
export function checksEdit(
  request: RequestNode,
  { text }: RequestDocument,
  lines: readonly string[],
): { offset: number; text: string } | undefined {
  const existing = new Set(request.checks.map(printCheck));
  const added = lines.filter(line => !existing.has(line));
  if (added.length === 0) return undefined;
  const { body, checks } = request;
  if (checks.length === 0 && body?.kind === 'text' && isComment(body.text.split(/[\r\n]/).at(-1) ?? ''))
    return { offset: body.start, text: `${added.join('\n')}\n\n` };
  const offset = request.start + text.slice(request.start, request.end).trimEnd().length;
  return { offset, text: `${checks.length > 0 ? '\n' : '\n\n'}${added.join('\n')}` };
}
