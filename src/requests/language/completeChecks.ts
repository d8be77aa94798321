import type { Operation } from '../../api/operations/catalogue';
import { checkOperators, takesValue } from '../document/checkLine';
import type { Range } from '../document/syntax';
import type { Candidate } from './candidate';

const usualHeaders = [
  'content-type',
  'cache-control',
  'content-length',
  'etag',
  'location',
  'retry-after',
  'set-cookie',
];

/**
 * Returns the completions in a check.
 * @param before the line up to the offset, which begins with `??`
 */
export function completeCheck(
  before: string,
  offset: number,
  operation: Operation | undefined,
  environments: readonly string[],
): Candidate[] {
  const [, space = '', written = ''] = /^\s*\?\?(\s*)(.*)$/.exec(before) ?? [];
  // The name of an environment may have spaces.
  const named = /^same as\s+(.*)$/.exec(written)?.[1];
  if (named !== undefined) {
    const range = { start: offset - named.length, end: offset };
    return environments.map(name => candidate('value', name, name, range));
  }
  const typed = /\S*$/.exec(written)?.[0] ?? '';
  const range = { start: offset - typed.length, end: offset };
  const words = written.slice(0, written.length - typed.length).trim();
  if (words === '') return subjects(operation, { ...range, start: range.start - space.length });
  if (words === 'header') return usualHeaders.map(name => candidate('value', name, `${name} `, range));
  const isSubject = ['status', 'duration', 'body'].includes(words);
  if (!isSubject && !/^(?:header|body) \S+$/.test(words)) return [];
  const operators = checkOperators.map(name =>
    candidate('operator', name, takesValue(name) ? `${name} ` : name, range),
  );
  return words === 'body' ? [...paths(operation, range), ...operators] : operators;
}

function subjects(operation: Operation | undefined, range: Range): Candidate[] {
  const status = operation?.success[0] ?? 200;
  const starts = [`status == ${status}`, 'body ', 'header ', 'duration < '];
  const all = [...starts, ...(operation?.response === undefined ? [] : ['documented']), 'snapshot', 'same as '];
  return all.map(text => candidate('check', text.trim(), ` ${text}`, range));
}

function paths(operation: Operation | undefined, range: Range): Candidate[] {
  const { kind, fields = [] } = operation?.response ?? {};
  const prefix = kind === 'list' ? 'objects[0].' : kind === 'array' ? '[0].' : '';
  const named = fields.map(field => ({
    ...candidate('field', prefix + field.name, `${prefix}${field.name} `, range),
    field,
  }));
  return kind === 'list' ? [candidate('field', 'objects.length', 'objects.length ', range), ...named] : named;
}

function candidate(kind: Candidate['kind'], label: string, insert: string, range: Range): Candidate {
  return { kind, label, insert, range };
}
