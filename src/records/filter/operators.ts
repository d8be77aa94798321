/** The comparisons of a filter. */
export type Comparison =
  | 'eq'
  | 'ne'
  | 'lt'
  | 'lte'
  | 'gt'
  | 'gte'
  | 'between'
  | 'contains'
  | 'icontains'
  | 'matches'
  | 'in'
  | 'nin'
  | 'has'
  | 'hasAll'
  | 'hasKey'
  | 'null'
  | 'notNull'
  | 'missing'
  | 'notMissing'
  | 'empty'
  | 'notEmpty';

/** The operands that follow an operator. */
export type Operand = 'none' | 'one' | 'two' | 'list';

interface OperatorForm {
  operator: Comparison;
  /** Words or one sign, in lower case. */
  spelling: string;
  operand: Operand;
}

/** Every spelling; the first one of an operator is printed and suggested. */
export const spellings: readonly OperatorForm[] = [
  { operator: 'eq', spelling: '=', operand: 'one' },
  { operator: 'ne', spelling: '!=', operand: 'one' },
  { operator: 'gt', spelling: '>', operand: 'one' },
  { operator: 'gte', spelling: '>=', operand: 'one' },
  { operator: 'lt', spelling: '<', operand: 'one' },
  { operator: 'lte', spelling: '<=', operand: 'one' },
  { operator: 'between', spelling: 'between', operand: 'two' },
  { operator: 'contains', spelling: 'contains', operand: 'one' },
  { operator: 'icontains', spelling: 'icontains', operand: 'one' },
  { operator: 'matches', spelling: 'matches', operand: 'one' },
  { operator: 'in', spelling: 'in', operand: 'list' },
  { operator: 'nin', spelling: 'not in', operand: 'list' },
  { operator: 'has', spelling: 'has', operand: 'one' },
  { operator: 'hasAll', spelling: 'has all', operand: 'list' },
  { operator: 'in', spelling: 'has any', operand: 'list' },
  { operator: 'nin', spelling: 'has none', operand: 'list' },
  { operator: 'hasKey', spelling: 'has key', operand: 'one' },
  { operator: 'empty', spelling: 'is empty', operand: 'none' },
  { operator: 'notEmpty', spelling: 'is not empty', operand: 'none' },
  { operator: 'missing', spelling: 'is missing', operand: 'none' },
  { operator: 'notMissing', spelling: 'is not missing', operand: 'none' },
  { operator: 'null', spelling: 'is null', operand: 'none' },
  { operator: 'notNull', spelling: 'is not null', operand: 'none' },
  { operator: 'notMissing', spelling: 'exists', operand: 'none' },
  { operator: 'eq', spelling: 'is', operand: 'one' },
  { operator: 'ne', spelling: 'is not', operand: 'one' },
];

/** A column with such a name needs backticks, because the word has another meaning. */
const reservedWords: ReadonlySet<string> = new Set(['and', 'or', 'not']);

const always: readonly Comparison[] = ['empty', 'notEmpty', 'missing', 'notMissing', 'null', 'notNull'];
const equality: readonly Comparison[] = ['eq', 'ne', ...always];
const lists: readonly Comparison[] = ['in', 'nin'];
const sizes: readonly Comparison[] = ['gt', 'gte', 'lt', 'lte', 'between'];
const numbers = [...equality, ...sizes, ...lists];

/** The comparisons that the service documents for each column type (service reference, query grammar). */
const byType: Readonly<Record<string, readonly Comparison[]>> = {
  string: [...equality, 'contains', 'icontains', 'matches', ...lists],
  integer: numbers,
  number: numbers,
  boolean: equality,
  date: [...equality, ...sizes],
  array: ['has', 'hasAll', ...lists, ...equality],
  object: ['hasKey', 'eq', ...always],
  file: always,
  geojson: always,
  reference: [...equality, ...lists],
  id: [...equality, ...lists],
};

/** Returns the operators for a column type. `undefined` means all of them, for an undocumented type. */
export function operatorsOf(type: string | undefined): readonly Comparison[] | undefined {
  return type !== undefined && Object.hasOwn(byType, type) ? byType[type] : undefined;
}

/** Returns the spelling of an operator for a column type. */
export function spellingOf(operator: Comparison, type: string | undefined): string {
  if (type === 'array' && operator === 'in') return 'has any';
  if (type === 'array' && operator === 'nin') return 'has none';
  return spellings.find(form => form.operator === operator)?.spelling ?? operator;
}

/** The exact negation of an operator, where the service has one. */
export const opposites: Readonly<Partial<Record<Comparison, Comparison>>> = {
  eq: 'ne',
  ne: 'eq',
  in: 'nin',
  nin: 'in',
  null: 'notNull',
  notNull: 'null',
  missing: 'notMissing',
  notMissing: 'missing',
  empty: 'notEmpty',
  notEmpty: 'empty',
};

/** The negation that people usually mean, although it excludes records without a value. */
export const usualNegations: Readonly<Partial<Record<Comparison, Comparison>>> = {
  gt: 'lte',
  gte: 'lt',
  lt: 'gte',
  lte: 'gt',
};

/** Returns a column's name as written in a filter: in backticks unless it is one plain word. */
export function nameText(name: string): string {
  const isWord = /^[\p{L}_$][\p{L}\p{N}_.$-]*$/u.test(name) && !reservedWords.has(name.toLowerCase());
  return isWord ? name : `\`${name.replaceAll('`', '``')}\``;
}
