import type { Field, FieldType, Operation } from '../../api/operations/catalogue';

/** A difference between a response and its documentation. */
export interface Difference {
  code: 'missing' | 'wrongType' | 'undocumented';
  /** For example `objects[].id` or `token`; empty for the whole response. */
  path: string;
  /** Documented type, for `missing` and `wrongType`. */
  expected?: string;
  /** Type in the response, for `wrongType` and `undocumented`. */
  received?: string;
}

/** Categories where the application defines the columns, so that undocumented fields are not reported. */
const ownColumns = new Set(['user', 'database', 'contentLibrary']);
const maximumItems = 50;

/**
 * Returns the differences between a response and its documented shape. Each path occurs once, however many items
 * differ. Only the first items of a list are checked. An operation without a documented shape has no differences.
 * @param query the query of the request; with `keys`, which selects fields, no field is reported as missing
 */
export function differences(body: unknown, operation: Operation, query: URLSearchParams): Difference[] {
  const all = allDifferences(body, operation);
  return query.has('keys') ? all.filter(({ code }) => code !== 'missing') : all;
}

function allDifferences(body: unknown, { response, category }: Operation): Difference[] {
  if (response === undefined) return [];
  if (response.kind === 'empty') {
    return body === undefined ? [] : [{ code: 'undocumented', path: '', received: typeOf(body) }];
  }
  const reportsUndocumented = !ownColumns.has(category) && response.fields.length > 0;
  if (response.kind === 'array') {
    return Array.isArray(body)
      ? inItems(body, response.fields, '[]', reportsUndocumented)
      : [{ code: 'wrongType', path: '', expected: 'array', received: typeOf(body) }];
  }
  if (typeOf(body) !== 'object') return [{ code: 'wrongType', path: '', expected: 'object', received: typeOf(body) }];
  if (response.kind === 'object') return inObject(body as object, response.fields, '', reportsUndocumented);
  const { meta, objects } = body as { meta?: unknown; objects?: unknown };
  if (!Array.isArray(objects)) return [missingOrWrong('objects', 'array', objects)];
  const ofMeta = typeOf(meta) === 'object' ? [] : [missingOrWrong('meta', 'object', meta)];
  return [...ofMeta, ...inItems(objects, response.fields, 'objects[]', reportsUndocumented)];
}

function inItems(
  items: readonly unknown[],
  fields: readonly Field[],
  path: string,
  reportsUndocumented: boolean,
): Difference[] {
  const ofItems = items.slice(0, maximumItems).flatMap((item): Difference[] => {
    if (typeOf(item) === 'object') return inObject(item as object, fields, `${path}.`, reportsUndocumented);
    return [{ code: 'wrongType', path, expected: 'object', received: typeOf(item) }];
  });
  return withoutDuplicates(ofItems);
}

function inObject(value: object, fields: readonly Field[], prefix: string, reportsUndocumented: boolean): Difference[] {
  const entries = new Map<string, unknown>(Object.entries(value));
  const ofFields = fields.flatMap(({ name, type, required }): Difference[] => {
    const path = prefix + name;
    if (!entries.has(name)) return required ? [{ code: 'missing', path, expected: type }] : [];
    const received = entries.get(name);
    return fits(received, type) ? [] : [{ code: 'wrongType', path, expected: type, received: typeOf(received) }];
  });
  if (!reportsUndocumented) return ofFields;
  const documented = new Set(fields.map(({ name }) => name));
  const undocumented = [...entries].filter(([name]) => !documented.has(name));
  return [
    ...ofFields,
    ...undocumented.map(([name, value]): Difference => ({
      code: 'undocumented',
      path: prefix + name,
      received: typeOf(value),
    })),
  ];
}

/** Null fits every type, because the service returns null for a missing value. */
function fits(value: unknown, type: FieldType): boolean {
  const received = typeOf(value);
  if (received === 'null' || type === 'any') return true;
  if (type === 'id') return received === 'string' || received === 'number';
  if (type === 'integer') return typeof value === 'bigint' || Number.isInteger(value);
  return received === type;
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  // Integers beyond 2^53 are read as bigints, to keep their digits.
  if (typeof value === 'bigint') return 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

function missingOrWrong(path: string, expected: string, received: unknown): Difference {
  if (received === undefined) return { code: 'missing', path, expected };
  return { code: 'wrongType', path, expected, received: typeOf(received) };
}

function withoutDuplicates(all: readonly Difference[]): Difference[] {
  const byPath = new Map(all.map(difference => [`${difference.code} ${difference.path}`, difference]));
  return [...byPath.values()];
}
