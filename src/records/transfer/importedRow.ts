import { ExactNumber, type Json, type JsonObject } from '../../json/json';
import { cellValue } from '../document/cells';
import type { Column, Table } from '../table/schema';
import { valueProblem, type RecordFieldProblem } from '../text/validate';
import { readDate } from '../table/instant';
import type { Mapping } from './mapping';
import type { SourceRow } from './sourceRows';

/** Why a row is not imported. `detail` is the expected type, the choices or a count. */
export interface RowProblem {
  code:
    | NonNullable<SourceRow['problem']>['code']
    | RecordFieldProblem['code']
    | 'refused' // by the service; `detail`: the service's message
    | 'duplicate'; // another record has the same values in a unique index; `detail`: its columns
  /** Column of the table; absent for a problem of the whole row. */
  column?: string;
  detail: string;
}

/** A row of a file as a record. */
export interface ImportedRow {
  source: SourceRow;
  /** `undefined` if the row cannot be read. */
  record: JsonObject | undefined;
  problems: readonly RowProblem[];
}

const systemFields: ReadonlySet<string> = new Set(['created_by', 'created_at', 'updated_at']);
const permissionFields: ReadonlySet<string> = new Set(['read_perm', 'write_perm']);

/** Converts rows of a file to records of a table. */
export class RowConverter {
  readonly #columns: ReadonlyMap<string, Column>;
  readonly #requiredColumns: readonly string[];
  readonly #mapping: Mapping;

  constructor({ columns }: Pick<Table, 'columns'>, mapping: Mapping) {
    this.#columns = new Map(columns.map(column => [column.name, column]));
    this.#requiredColumns = columns
      .filter(({ required, system, defaultValue }) => required && !system && defaultValue === undefined)
      .map(({ name }) => name);
    this.#mapping = mapping;
  }

  /** @param header the column names of CSV or TSV; `undefined` for JSON */
  convert(source: SourceRow, header: readonly string[] | undefined): ImportedRow {
    if (source.problem !== undefined) return { source, record: undefined, problems: [source.problem] };
    const record = new Map<string, Json>();
    const problems: RowProblem[] = [];
    for (const [name, value] of this.#valuesOf(source, header)) {
      const target = this.#mapping.get(name);
      if (target === undefined) continue;
      const fieldValue = this.#valueOf(target, value);
      if (fieldValue === undefined) continue;
      record.set(target, fieldValue);
      const problem = this.#problemOf(target, fieldValue);
      if (problem !== undefined) problems.push({ column: target, ...problem });
    }
    for (const name of this.#requiredColumns)
      if (!record.has(name)) problems.push({ code: 'required', column: name, detail: '' });
    return { source, record, problems };
  }

  *#valuesOf(
    { cells, fields }: SourceRow,
    header: readonly string[] | undefined,
  ): Iterable<[string, { cell: string } | Json]> {
    if (fields !== undefined) yield* fields;
    else for (const [at, name] of (header ?? []).entries()) yield [name, { cell: cells?.[at] ?? '' }];
  }

  /** Returns the value of a field; `undefined` for an empty cell, which leaves the field out. */
  #valueOf(target: string, value: { cell: string } | Json): Json | undefined {
    const type = this.#typeOf(target);
    const isCell = typeof value === 'object' && value !== null && 'cell' in value;
    const fieldValue = isCell ? cellValue(type, value.cell) : value;
    return type === 'date' && typeof fieldValue === 'string' ? (isoDate(fieldValue) ?? fieldValue) : fieldValue;
  }

  #typeOf(target: string): string | undefined {
    if (systemFields.has(target)) return 'integer';
    return permissionFields.has(target) ? 'array' : this.#columns.get(target)?.type;
  }

  #problemOf(target: string, value: Json): Pick<RowProblem, 'code' | 'detail'> | undefined {
    if (systemFields.has(target)) {
      // A user ID has up to 14 digits. A time is in seconds; one in milliseconds would have 13.
      const digits = target === 'created_by' ? /^\d{1,14}$/ : /^\d{1,12}$/;
      return value instanceof ExactNumber && digits.test(value.text)
        ? undefined
        : { code: 'wrongType', detail: 'integer' };
    }
    if (permissionFields.has(target)) return Array.isArray(value) ? undefined : { code: 'wrongType', detail: 'array' };
    const column = this.#columns.get(target);
    if (column === undefined) return { code: 'unknownColumn', detail: '' };
    const problem = valueProblem(column, value);
    // The service also accepts values other than the choices, which only its console enforces.
    if (problem === undefined || problem.code === 'notAChoice') return undefined;
    return { code: problem.code, detail: problem.expected ?? '' };
  }
}

const yearFirstDate =
  /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d\d)(?::(\d\d(?:\.\d{1,9})?))?(Z|[+-]\d\d:?\d\d)?)?$/;

/**
 * Converts dates that begin with the year, such as `2024/1/31 8:05`, to ISO 8601. Does not convert `01/02/2024`,
 * because its month is ambiguous.
 * @returns `undefined` for other texts
 */
export function isoDate(text: string): string | undefined {
  const trimmed = text.trim();
  if (readDate(trimmed) !== undefined) return trimmed;
  const [match, year = '', month = '', day = '', hours, minutes = '', seconds = '00', zone = ''] =
    yearFirstDate.exec(trimmed) ?? [];
  if (match === undefined) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const iso = hours === undefined ? date : `${date}T${hours.padStart(2, '0')}:${minutes}:${seconds}${zone}`;
  return readDate(iso) === undefined ? undefined : iso;
}
