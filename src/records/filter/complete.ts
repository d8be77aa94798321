import type { Range } from '../../json/json';
import { isSearchable } from '../saving/condition';
import { nameText, operatorsOf, spellingOf, spellings, type Comparison } from './operators';
import { parseFilter, type Expectation } from './parse';
import { dayText } from './times';
import { filterTokens, type FilterToken } from './tokens';
import { isTime, type FilterColumn } from './values';

/** A suggestion at a position of a filter. */
export interface FilterSuggestion extends Range {
  kind: 'column' | 'operator' | 'value' | 'connector' | 'day';
  label: string;
  /** The text that replaces the range. */
  insert: string;
  /** Only for a `day`: the number of days before today. */
  daysAgo?: number;
}

const maximumSuggestions = 50;
const offeredDays = [0, 1, 7, 30];
const withList: ReadonlySet<Comparison> = new Set(['in', 'nin', 'hasAll']);

/**
 * Suggests columns, operators, choices or connectors at a position of a filter. Those that begin with the typed text
 * come first.
 * @param now the current time, for the days that are suggested for time columns
 */
export function filterSuggestions(
  text: string,
  offset: number,
  columns: readonly FilterColumn[],
  now: Date,
): FilterSuggestion[] {
  if (text.trimStart().startsWith('{')) return [];
  const tokens = filterTokens(text);
  const current = tokens.find(token => token.start < offset && offset <= token.end && isUnfinished(token));
  const start = current?.start ?? offset;
  const before = tokens.filter(({ end }) => end <= start);
  // Nothing can begin inside a quoted text or JSON.
  if (current === undefined && tokens.some(token => token.start < offset && offset < token.end)) return [];
  const parsed = parseFilter(before, start);
  const expected = 'problem' in parsed ? parsed.expected : expectationAfter(parsed.node !== undefined);
  if (expected === undefined) return [];
  const typed = text
    .slice(start, offset)
    .replace(/^["'`“‘]/, '')
    .toLowerCase();
  const isGlued = start > 0 && !/[\s([,!]/.test(text.charAt(start - 1));
  return suggestionsOf(expected, columns, now)
    .filter(({ label }) => label.toLowerCase().includes(typed))
    .filter(({ label, insert }) => label.toLowerCase() !== typed && insert.trim() !== text.slice(start, offset))
    .sort((one, other) => rank(one, typed) - rank(other, typed))
    .slice(0, maximumSuggestions)
    .map(one => ({
      ...one,
      insert: isGlued && one.from === undefined ? ` ${one.insert}` : one.insert,
      start: one.from ?? start,
      end: current?.end ?? offset,
    }))
    .map(({ from: _, ...suggestion }) => suggestion);
}

/** Whether more text may follow; a closed text is complete. */
function isUnfinished({ kind, isClosed }: FilterToken): boolean {
  return kind === 'word' || ((kind === 'text' || kind === 'name') && !isClosed);
}

function expectationAfter(hasCondition: boolean): Expectation {
  return { kind: hasCondition ? 'connector' : 'column' };
}

function rank({ label }: Offered, typed: string): number {
  return label.toLowerCase().startsWith(typed) ? 0 : 1;
}

type Offered = Pick<FilterSuggestion, 'kind' | 'label' | 'insert' | 'daysAgo'> & { from?: number | undefined };

function suggestionsOf(expected: Expectation, columns: readonly FilterColumn[], now: Date): readonly Offered[] {
  const column = columns.find(({ name }) => name === expected.column?.text);
  switch (expected.kind) {
    case 'column':
      return [
        ...columns.map(({ name }): Offered => ({ kind: 'column', label: name, insert: `${nameText(name)} ` })),
        { kind: 'connector', label: 'not', insert: 'not ' },
      ];
    case 'operator':
      return operators(column);
    case 'value':
      return [
        ...values(column, now),
        // The operator may continue: `is` as `is empty`.
        ...operators(column)
          .filter(({ label }) => expected.written !== undefined && label.startsWith(`${expected.written.spelling} `))
          .map(one => ({ ...one, from: expected.written?.start })),
      ];
    case 'close':
      return [{ kind: 'connector', label: ')', insert: ')' }, ...(expected.column === undefined ? connectors : [])];
    case 'connector':
      return expected.operator === 'between' ? connectors.slice(0, 1) : connectors;
  }
}

const connectors: readonly Offered[] = ['and', 'or'].map(word => ({
  kind: 'connector',
  label: word,
  insert: `${word} `,
}));

function operators(column: FilterColumn | undefined): Offered[] {
  if (column !== undefined && !isSearchable(column)) return [];
  const type = column?.type;
  const all = [...new Set(spellings.map(({ operator }) => operator))];
  return (operatorsOf(type) ?? all).map(operator => {
    const label = spellingOf(operator, type);
    const form = spellings.find(({ spelling }) => spelling === label);
    const end = withList.has(operator) ? ' (' : form?.operand === 'none' ? '' : ' ';
    return { kind: 'operator', label, insert: `${label}${end}` };
  });
}

function values(column: FilterColumn | undefined, now: Date): Offered[] {
  if (column === undefined) return [];
  if (isTime(column)) {
    return offeredDays.map(daysAgo => {
      const day = dayText(new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo));
      return { kind: 'day', label: day, insert: day, daysAgo };
    });
  }
  const words = column.type === 'boolean' || column.itemType === 'boolean' ? ['true', 'false'] : [];
  const choices = (column.choices ?? []).map(choice =>
    typeof choice === 'number' ? String(choice) : JSON.stringify(choice),
  );
  return [...words, ...choices].map(value => ({ kind: 'value', label: value, insert: value }));
}
