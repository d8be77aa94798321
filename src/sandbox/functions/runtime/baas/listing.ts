import { wrongArguments } from './hError';
import { Query } from './query';
import { segment, type CallOptions, type SandboxResponse, type Transport } from './transport';

interface FindOptions {
  withCount?: boolean;
}

/** The base of SDK searches: conditions, page, order and fields. As in the SDK, each search resets them. */
export class ListQuery {
  #where: Query | undefined;
  #page: { limit?: number; offset?: number } = {};
  #order: string | undefined;
  #keys: string[] = [];
  #expand: string[] = [];

  setQuery(query: Query): this {
    if (!(query instanceof Query)) throw wrongArguments('setQuery takes a BaaS.Query.');
    this.#where = query;
    return this;
  }

  limit(limit: number): this {
    this.#page.limit = limit;
    return this;
  }

  offset(offset: number): this {
    this.#page.offset = offset;
    return this;
  }

  orderBy(fields: string | readonly string[]): this {
    this.#order = listOf(fields).join(',');
    return this;
  }

  select(fields: string | readonly string[]): this {
    this.#keys = listOf(fields);
    return this;
  }

  expand(fields: string | readonly string[]): this {
    this.#expand = listOf(fields);
    return this;
  }

  /** Returns the query parameters for reading one record, and resets them. */
  protected takeView(): Record<string, unknown> {
    const view = { keys: joinNames(this.#keys), expand: joinNames(this.#expand) };
    this.#keys = [];
    this.#expand = [];
    return view;
  }

  /** Returns the query parameters of a search, and resets them. */
  protected takeSearch({ withCount = true }: FindOptions = {}): Record<string, unknown> {
    const search = {
      where: this.#where?.toWhere(),
      ...this.#page,
      order_by: this.#order,
      return_total_count: withCount ? 1 : 0,
      ...this.takeView(),
    };
    this.#where = undefined;
    this.#page = {};
    this.#order = undefined;
    return search;
  }
}

/** A list of the service at a path. */
export class ServiceList extends ListQuery {
  protected readonly transport: Transport;
  readonly #path: string;

  constructor(transport: Transport, path: string) {
    super();
    this.transport = transport;
    this.#path = path;
  }

  /** Calls a path below that of the list. */
  protected send(method: string, below: string, options?: CallOptions): Promise<SandboxResponse> {
    return this.transport.call(method, `${this.#path}${below}`, options);
  }

  protected search(options?: FindOptions, extraQuery = {}): Promise<SandboxResponse> {
    return this.send('GET', '', { query: { ...this.takeSearch(options), ...extraQuery } });
  }
}

/** Items that functions can search, count and read one by one. */
export class Items extends ServiceList {
  find(options?: FindOptions): Promise<SandboxResponse> {
    return this.search(options);
  }

  async count(): Promise<number> {
    const { data } = await this.limit(1).search({ withCount: true });
    return (data as { meta: { total_count: number } }).meta.total_count;
  }

  get(id: string | number): Promise<SandboxResponse> {
    return this.send('GET', segment(id), { query: this.takeView() });
  }
}

/** Items that functions can also create, change and delete. */
export class EditableItems extends Items {
  create(fields: Record<string, unknown>): Promise<SandboxResponse> {
    return this.send('POST', '', { body: fields });
  }

  update(id: string | number, fields: Record<string, unknown>): Promise<SandboxResponse> {
    return this.send('PUT', segment(id), { body: fields });
  }

  delete(id: string | number): Promise<SandboxResponse> {
    return this.send('DELETE', segment(id));
  }
}

export type { FindOptions };

export function listOf<T>(value: T | readonly T[]): T[] {
  return Array.isArray(value) ? [...(value as readonly T[])] : [value as T];
}

function joinNames(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : names.join(',');
}
