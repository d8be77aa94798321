import { wrongArguments } from './hError';
import { bytesOf, formOf } from './form';
import { Items, listOf } from './listing';
import { Query } from './query';
import { segment, type CallOptions, type SandboxResponse, type Transport } from './transport';

interface WriteOptions {
  enableTrigger?: boolean;
  withCount?: boolean;
}

/** A record, or all records that match a search, with pending changes of its fields. */
export class BaseRecord {
  readonly recordId: string | number | undefined;
  #set: Record<string, unknown> = {};
  #unset: Record<string, ''> = {};

  constructor(recordId?: string | number) {
    this.recordId = recordId;
  }

  set(field: string | Record<string, unknown>, value?: unknown): this {
    const fields = typeof field === 'string' ? { [field]: value } : field;
    if (typeof fields !== 'object' || fields === null) throw wrongArguments('set takes a field and a value.');
    for (const [name, fieldValue] of Object.entries(fields)) {
      if (name in this.#unset) throw wrongArguments(`${name}: a field cannot be set and unset at once.`);
      this.#set[name] = toServiceValue(fieldValue);
    }
    return this;
  }

  unset(field: string | Record<string, unknown>): this {
    for (const name of typeof field === 'string' ? [field] : Object.keys(field)) {
      if (name in this.#set) throw wrongArguments(`${name}: a field cannot be set and unset at once.`);
      this.#unset[name] = '';
    }
    return this;
  }

  incrementBy(field: string, value: number): this {
    return this.set(field, { $incr_by: value });
  }

  append(field: string, value: unknown): this {
    return this.set(field, { $append: listOf(value).map(toServiceValue) });
  }

  uAppend(field: string, value: unknown): this {
    return this.set(field, { $append_unique: listOf(value).map(toServiceValue) });
  }

  remove(field: string, value: unknown): this {
    return this.set(field, { $remove: listOf(value).map(toServiceValue) });
  }

  pop(field: string): this {
    return this.set(field, { $pop: 1 });
  }

  shift(field: string): this {
    return this.set(field, { $shift: 1 });
  }

  patchObject(field: string, value: Record<string, unknown>): this {
    return this.set(field, { $update: value });
  }

  /** Returns the body for a new record, and resets the changes. */
  protected takeFields(): Record<string, unknown> {
    const fields = this.#set;
    this.#set = {};
    return fields;
  }

  /** Returns the body for an update, and resets the changes. */
  protected takeChanges(): Record<string, unknown> {
    const changes = { $set: this.#set, $unset: this.#unset };
    this.#set = {};
    this.#unset = {};
    return changes;
  }
}

/** The ID of a record, or the parameters of a search. */
type RecordTarget = string | number | Record<string, unknown>;

/** A record that pointers can lead to, or all records that match a search. */
export class FoundRecord extends BaseRecord {
  readonly #search: Record<string, unknown> | undefined;

  constructor(target?: RecordTarget) {
    super(typeof target === 'object' ? undefined : target);
    this.#search = typeof target === 'object' ? target : undefined;
  }

  /** Returns the body and the query of an update, and resets the changes. */
  protected takeUpdate(query: Record<string, unknown> = {}): CallOptions {
    return { body: this.takeChanges(), query: { ...this.#search, ...query } };
  }

  /** Returns the form of a pointer to this record: the ID as text. */
  toJSON(): unknown {
    return this.recordId === undefined ? {} : String(this.recordId);
  }
}

/** A record of a data table. */
export class TableRecord extends FoundRecord {
  readonly #transport: Transport;
  readonly #table: string | number;

  constructor(transport: Transport, table: string | number, target?: RecordTarget) {
    super(target);
    this.#transport = transport;
    this.#table = table;
  }

  save(): Promise<SandboxResponse> {
    return this.#transport.call('POST', recordPath(this.#table), { body: this.takeFields() });
  }

  update(options: WriteOptions = {}): Promise<SandboxResponse> {
    const query = this.recordId === undefined ? writeQuery(options) : {};
    return this.#transport.call('PUT', recordPath(this.#table, this.recordId, 'v2.6'), this.takeUpdate(query));
  }
}

/** A data table. */
export class TableObject extends Items {
  readonly #table: string | number;

  constructor(transport: Transport, table: string | number) {
    super(transport, recordPath(table));
    if (typeof table !== 'string' && typeof table !== 'number')
      throw wrongArguments('TableObject takes the name or the ID of a table.');
    this.#table = table;
  }

  create(): TableRecord {
    return new TableRecord(this.transport, this.#table);
  }

  getWithoutData(target: string | number | Query): TableRecord {
    if (!(target instanceof Query)) return new TableRecord(this.transport, this.#table, target);
    return new TableRecord(this.transport, this.#table, this.setQuery(target).takeSearch());
  }

  createMany(records: readonly Record<string, unknown>[], options: WriteOptions = {}): Promise<SandboxResponse> {
    if (!Array.isArray(records)) throw wrongArguments('createMany takes a list of records.');
    const body = records.map(record => convertFields(record as Record<string, unknown>));
    return this.send('POST', '', { body, query: writeQuery(options) });
  }

  delete(target: string | number | Query, options: WriteOptions = {}): Promise<SandboxResponse> {
    if (!(target instanceof Query)) return this.send('DELETE', segment(target));
    const query = { ...this.setQuery(target).takeSearch(options), ...writeQuery(options) };
    return this.send('DELETE', '', { query });
  }

  async importData({ dataFile }: { dataFile: string | Buffer }, fileType: string): Promise<SandboxResponse> {
    const bytes = await bytesOf(dataFile, 'importData');
    const { payload, type } = formOf({ file_type: fileType }, { bytes, name: 'data', mime: 'text/plain' });
    const path = `/oserve/v1/table/${segment(this.#table)}import/`;
    return this.transport.callWith('POST', path, payload, type);
  }

  exportData(fileType: string, mode = 'all', start?: number, end?: number): Promise<SandboxResponse> {
    const body = { file_type: fileType, mode, start, end };
    return this.transport.call('POST', exportPath(this.#table), { body });
  }

  getExportTasks(): Promise<SandboxResponse> {
    return this.transport.call('GET', exportPath(this.#table));
  }

  getExportTask(id: string): Promise<SandboxResponse> {
    return this.transport.call('GET', `${exportPath(this.#table)}${segment(id)}`);
  }
}

function recordPath(table: string | number, id?: string | number, version = 'v2.4'): string {
  const record = id === undefined ? '' : segment(id);
  return `/oserve/${version}/table/${segment(table)}record/${record}`;
}

function exportPath(table: string | number): string {
  return `/oserve/v1.5/table/${segment(table)}export/`;
}

function writeQuery({ enableTrigger, withCount }: WriteOptions): Record<string, unknown> {
  return {
    ...(enableTrigger === undefined ? {} : { enable_trigger: enableTrigger ? 1 : 0 }),
    ...(withCount === undefined ? {} : { return_total_count: withCount ? 1 : 0 }),
  };
}

function convertFields(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, toServiceValue(value)]));
}

/** Converts a value to the form of the service: records become pointers. */
function toServiceValue(value: unknown): unknown {
  if (value instanceof BaseRecord) return String(value.recordId);
  return Array.isArray(value) ? value.map(toServiceValue) : value;
}
