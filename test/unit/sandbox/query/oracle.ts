/**
 * A second, minimal implementation of queries, based only on the service's reference. The tests compare the sandbox
 * with it.
 */
export type Cell = number | string | boolean | null | number[];
export interface OracleRow {
  /** Position in the order of creation. */
  place: number;
  cells: Record<string, Cell>;
}
export type Condition =
  | { field: string; operator: string; argument: unknown }
  | { every: Condition[] }
  | { some: Condition[] };

export function meets(row: OracleRow, condition: Condition): boolean {
  if ('every' in condition) return condition.every.every(part => meets(row, part));
  if ('some' in condition) return condition.some.some(part => meets(row, part));
  const cell = row.cells[condition.field];
  const present = Object.hasOwn(row.cells, condition.field);
  return test(cell, present, condition.operator, condition.argument);
}

function test(cell: Cell | undefined, present: boolean, operator: string, argument: unknown): boolean {
  const members = Array.isArray(cell) ? cell : [cell];
  const is = (operand: unknown): boolean => {
    if (operand === null) return cell === null || !present;
    if (Array.isArray(operand)) return Array.isArray(cell) && cell.join() === operand.join();
    return members.some(member => member === operand);
  };
  const compares = (holds: (left: number | string, right: number | string) => boolean, right = argument): boolean =>
    members.some(
      left =>
        (typeof left === 'number' && typeof right === 'number' && holds(left, right)) ||
        (typeof left === 'string' && typeof right === 'string' && holds(left, right)),
    );
  const list = Array.isArray(argument) ? (argument as unknown[]) : [];
  switch (operator) {
    case '$eq':
      return is(argument);
    case '$ne':
      return !is(argument);
    case '$gt':
      return compares((left, right) => left > right);
    case '$gte':
      return compares((left, right) => left >= right);
    case '$lt':
      return compares((left, right) => left < right);
    case '$lte':
      return compares((left, right) => left <= right);
    case '$range':
      return compares((left, right) => left >= right, list[0]) && compares((left, right) => left <= right, list[1]);
    case '$in':
      return list.some(is);
    case '$nin':
      return !list.some(is);
    case '$all':
      return list.every(is);
    case '$isnull':
      return is(null) === argument;
    case '$exists':
      return present === argument;
    case '$contains':
      return typeof cell === 'string' && cell.indexOf(String(argument)) >= 0;
    case '$icontains':
      return typeof cell === 'string' && cell.toLowerCase().indexOf(String(argument).toLowerCase()) >= 0;
    default:
      throw new Error(operator);
  }
}

/** Returns the condition in the service's format. */
export function written(condition: Condition): object {
  if ('every' in condition) return { $and: condition.every.map(written) };
  if ('some' in condition) return { $or: condition.some.map(written) };
  return { [condition.field]: { [condition.operator]: condition.argument } };
}

/** Returns the rows sorted by the keys in turn. Among equal rows the newest comes first. */
export function sorted(rows: readonly OracleRow[], keys: readonly string[]): OracleRow[] {
  const compare = (one: OracleRow, other: OracleRow): number => {
    for (const key of keys) {
      const field = key.replace('-', '');
      const difference =
        rank(one.cells[field]) - rank(other.cells[field]) || within(one.cells[field], other.cells[field]);
      if (difference !== 0) return key.startsWith('-') ? -difference : difference;
    }
    return other.place - one.place;
  };
  return [...rows].sort(compare);
}

function rank(cell: Cell | undefined): number {
  if (cell === undefined || cell === null) return 0;
  return ['number', 'string', 'boolean'].indexOf(typeof cell) + 1;
}

function within(one: Cell | undefined, other: Cell | undefined): number {
  if (one === other || one === undefined || other === undefined || one === null || other === null) return 0;
  return one > other ? 1 : one < other ? -1 : 0;
}
