import {
  ExactNumber,
  isJsonObject,
  isList,
  sameJson,
  writeJson,
  type Json,
  type JsonObject,
} from '../../../src/json/json';
import { json } from './documents';
import { ModelServer } from './modelServer';

export interface StrictColumn {
  name: string;
  type: string;
  items?: { type: string };
  /** The table that a reference points to. */
  target?: string;
}

export interface Strictness {
  /** Fields whose values the server always drops. */
  dropped: readonly string[];
  /**
   * True if a bulk PUT with a value of a wrong type gets 400. Otherwise the server drops such a value, as in other
   * requests.
   */
  refusesBulk: boolean;
  /** True if the server keeps only three of six fraction digits of a date. */
  roundsDates: boolean;
}

/**
 * A server that stores values as the service's SDK documentation describes: it silently drops a value of a wrong type,
 * returns dates in the application's zone, references as objects and files with their path. Does not use the product's
 * comparison.
 */
export class StrictServer extends ModelServer {
  readonly #columns: ReadonlyMap<string, StrictColumn>;
  readonly #strictness: Strictness;

  constructor(columns: readonly StrictColumn[], strictness: Strictness) {
    super();
    this.#columns = new Map(columns.map(column => [column.name, column]));
    this.#strictness = strictness;
  }

  /** Returns the stored form of a value; `undefined` if the server drops it. */
  stored(name: string, value: Json): Json | undefined {
    const column = this.#columns.get(name);
    if (column === undefined || this.#strictness.dropped.includes(name)) return undefined;
    return value === null ? null : this.#typed(column, value);
  }

  protected override accepted(fields: JsonObject, isBulk: boolean): JsonObject | string {
    const stored = new Map<string, Json>();
    for (const [name, value] of fields) {
      const kept = this.stored(name, value);
      if (kept !== undefined) stored.set(name, kept);
      else if (isBulk && this.#strictness.refusesBulk && !this.#strictness.dropped.includes(name)) return conflict;
    }
    return stored.size === 0 && fields.size > 0 ? conflict : stored;
  }

  protected override isEqual(name: string, value: Json | undefined, argument: Json | undefined): boolean {
    const column = this.#columns.get(name);
    if (column?.type === 'array' && ['object', 'file', 'geojson', 'date'].includes(column.items?.type ?? ''))
      return false;
    const compared =
      column === undefined || argument === undefined || argument === null ? argument : this.#typed(column, argument);
    return sameJson(value, compared);
  }

  #typed({ type, items, target }: StrictColumn, value: Json): Json | undefined {
    switch (type) {
      case 'string':
        return typeof value === 'string' ? value : undefined;
      case 'integer':
        return value instanceof ExactNumber && /^-?\d+$/.test(value.text) ? value : undefined;
      case 'number':
        return value instanceof ExactNumber ? value : undefined;
      case 'boolean':
        return typeof value === 'boolean' ? value : undefined;
      case 'object':
        return isJsonObject(value) ? value : undefined;
      case 'geojson':
        return isJsonObject(value) && value.get('type') === 'Point' && isList(value.get('coordinates'))
          ? value
          : undefined;
      case 'date':
        return typeof value === 'string' ? this.#date(value) : undefined;
      case 'file':
        return isJsonObject(value) ? fileWithPath(value) : undefined;
      case 'reference':
        return pointer(value, target ?? '');
      default: {
        if (!isList(value)) return undefined;
        const kept = value.map(item => this.#typed({ name: '', type: items?.type ?? '' }, item));
        return kept.some(item => item === undefined) ? undefined : (kept as Json[]);
      }
    }
  }

  #date(text: string): string | undefined {
    const [, day, time = '00:00', seconds = ':00', fraction = '.', zone = '+08:00'] =
      /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:\d\d)?)?$/.exec(text) ?? [];
    const milliseconds = Date.parse(`${day}T${time}${seconds}${zone}`);
    // Date.parse accepts February 30 as a day in March.
    if (day === undefined || new Date(day).toISOString().slice(0, 10) !== day) return undefined;
    const local = new Date(milliseconds + 8 * 3_600_000).toISOString().slice(0, 19);
    const digits = fraction.slice(1, this.#strictness.roundsDates ? 4 : 7).padEnd(6, '0');
    return `${local}${digits === '000000' ? '' : `.${digits}`}+08:00`;
  }
}

const conflict = 'Failed to save record, type conflict on fields';

function fileWithPath(file: JsonObject): Json | undefined {
  const isComplete = ['id', 'name', 'created_at', 'mime_type', 'cdn_path', 'size'].every(name => file.has(name));
  return isComplete ? new Map<string, Json>([...file, ['path', 'https://cdn.example/a.png']]) : undefined;
}

function pointer(value: Json, table: string): Json | undefined {
  const id = isJsonObject(value) ? value.get('id') : value;
  if (id === undefined || id === null || isList(id) || isJsonObject(id) || typeof id === 'boolean' || id === '')
    return undefined;
  const text = typeof id === 'string' ? id : writeJson(id);
  const isUser = table === '_userprofile';
  if (isUser !== /^\d+$/.test(text)) return undefined;
  return new Map<string, Json>([
    ['id', isUser ? json(text) : text],
    ['_table', table],
  ]);
}
