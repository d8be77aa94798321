/**
 * The part of `hydrogen.d.ts` that is the same for all tables. The vendor's typings (minapp-sdk-typings) declare `wx: {
 * BaaS: typeof WechatBaaS }`, and the same for other platforms, but do not declare `WechatBaaS` and the others, so each
 * `BaaS` is `any`. The global declarations below declare them: the vendor's `BaaS` with our tables.
 */
export const commonTypes = `/** Unix seconds. */
export type Timestamp = number;
/** ISO 8601. */
export type DateText = string;
export interface FileValue {
  id: string;
  name: string;
  path?: string;
  cdn_path: string;
  mime_type: string;
  size: number;
  created_at: Timestamp;
}
export interface GeoPoint {
  type: 'Point';
  coordinates: [longitude: number, latitude: number];
}
export interface GeoLine {
  type: 'LineString';
  coordinates: [longitude: number, latitude: number][];
}
export interface GeoPolygon {
  type: 'Polygon';
  coordinates: [longitude: number, latitude: number][][];
}
export type GeoJson = GeoPoint | GeoLine | GeoPolygon;
/** GeoJSON, or an object of the SDK for it. */
export type GeoInput = GeoJson | BaaS.GeoPoint | BaaS.GeoPolygon;

export type TableName = keyof Tables;
type Id<T extends TableName> = Tables[T]['Row']['id'];
export interface Pointer<T extends TableName> {
  id: Id<T>;
  _table: T;
}
/** The values that can be written to a pointer. */
export type PointerInput<T extends TableName> = Id<T> | { id: Id<T> } | TableRecord<T>;
/** The record of a pointer that the request expands. */
export type ExpandedPointer<T extends TableName> = Tables[T]['Row'] & { _table: T };
type PointerColumn<T extends TableName> = keyof Tables[T]['Pointers'] & string;
/** A row with some of its pointers expanded. */
export type ExpandedRow<T extends TableName, K extends PointerColumn<T>> = [K] extends [never]
  ? Tables[T]['Row']
  : Omit<Tables[T]['Row'], K> & {
      [P in K]?: ExpandedPointer<Extract<Tables[T]['Pointers'][P], TableName>> | null;
    };

type Column<T extends TableName> = T extends TableName ? keyof Tables[T]['Row'] & string : never;
type Writable<T extends TableName> = keyof Tables[T]['Update'] & string;
type WritableOf<T extends TableName, V> = {
  [K in Writable<T>]: NonNullable<Tables[T]['Update'][K & keyof Tables[T]['Update']]> extends V ? K : never;
}[Writable<T>];
type Held<T extends TableName, K> = T extends TableName
  ? K extends keyof Tables[T]['Row']
    ? NonNullable<Tables[T]['Row'][K]>
    : never
  : never;
type ItemOf<V> = V extends readonly (infer I)[] ? I : never;
type Compared<V> = V | ItemOf<V> | (V extends { id: infer I; _table: string } ? I : never);

export interface SdkResponse<D> {
  data: D;
  header: object;
  statusCode: number;
}
export interface RecordList<R> {
  meta: { limit: number; offset: number; next: string | null; previous: string | null; total_count?: number };
  objects: R[];
}
interface SaveOptions {
  enableTrigger?: boolean;
  expand?: string | string[];
  withCount?: boolean;
}

export interface Query<T extends TableName = TableName> {
  /** Exists only for the compiler, which then rejects the query of another table. */
  readonly '(table)'?: (table: T) => T;
  compare<K extends Column<T>>(key: K, operator: '=' | '!=' | '<' | '<=' | '>' | '>=', value: Compared<Held<T, K>>): this;
  contains(key: Column<T>, text: string): this;
  matches(key: Column<T>, pattern: RegExp): this;
  in<K extends Column<T>>(key: K, values: Compared<Held<T, K>>[]): this;
  notIn<K extends Column<T>>(key: K, values: Compared<Held<T, K>>[]): this;
  arrayContains<K extends Column<T>>(key: K, values: ItemOf<Held<T, K>>[]): this;
  isNull(key: Column<T> | Column<T>[]): this;
  isNotNull(key: Column<T> | Column<T>[]): this;
  exists(key: Column<T> | Column<T>[]): this;
  notExists(key: Column<T> | Column<T>[]): this;
  include(key: Column<T>, point: BaaS.GeoPoint): this;
  within(key: Column<T>, polygon: BaaS.GeoPolygon): this;
  withinCircle(key: Column<T>, point: BaaS.GeoPoint, radius: number): this;
  withinRegion(key: Column<T>, point: BaaS.GeoPoint, maxDistance: number, minDistance?: number): this;
  hasKey(key: Column<T>, name: string): this;
}
export interface TableRecord<T extends TableName> {
  set(fields: Tables[T]['Update']): this;
  set<K extends keyof Tables[T]['Update']>(key: K, value: Tables[T]['Update'][K]): this;
  unset(fields: Writable<T> | { [K in Writable<T>]?: '' }): this;
  incrementBy(key: WritableOf<T, number>, value: number): this;
  append<K extends WritableOf<T, readonly unknown[]>>(key: K, value: ListInput<T, K>): this;
  uAppend<K extends WritableOf<T, readonly unknown[]>>(key: K, value: ListInput<T, K>): this;
  remove<K extends WritableOf<T, readonly unknown[]>>(key: K, value: ListInput<T, K>): this;
  patchObject(key: WritableOf<T, Record<string, unknown>>, value: object): this;
  pop(key: WritableOf<T, readonly unknown[]>): this;
  shift(key: WritableOf<T, readonly unknown[]>): this;
  save(options?: SaveOptions): Promise<SdkResponse<Tables[T]['Row']>>;
  update(options?: SaveOptions): Promise<SdkResponse<unknown>>;
}
type ListInput<T extends TableName, K> = ItemOf<Held<T, K>> | ItemOf<Held<T, K>>[];
export interface TableObject<T extends TableName, E extends PointerColumn<T> = never> {
  create(): TableRecord<T>;
  createMany(records: Tables[T]['Insert'][], options?: SaveOptions): Promise<SdkResponse<unknown>>;
  delete(which: Id<T> | Query<T> | Query, options?: SaveOptions): Promise<SdkResponse<unknown>>;
  getWithoutData(which: Id<T> | Query<T> | Query): TableRecord<T>;
  get(id: Id<T>): Promise<SdkResponse<ExpandedRow<T, E>>>;
  find(options?: SaveOptions): Promise<SdkResponse<RecordList<ExpandedRow<T, E>>>>;
  count(): Promise<number>;
  setQuery(query: Query<T> | Query): this;
  select(keys: Selected<T> | Selected<T>[]): this;
  expand<K extends PointerColumn<T>>(keys: K | K[]): TableObject<T, E | K>;
  orderBy(keys: Sorted<T> | Sorted<T>[]): this;
  limit(count: number): this;
  offset(count: number): this;
  subscribe(...options: unknown[]): unknown;
}
type Sorted<T extends TableName> = Column<T> | \`-\${Column<T>}\`;
type Selected<T extends TableName> = Sorted<T> | \`\${'' | '-'}\${PointerColumn<T>}.\${string}\`;

/** The classes of the SDK for data tables, with the types of these tables. */
export interface TypedSdk {
  TableObject: new <T extends TableName>(tableName: T) => TableObject<T>;
  Query: {
    new <T extends TableName = TableName>(): Query<T>;
    and<T extends TableName>(...queries: Query<T>[]): Query<T>;
    or<T extends TableName>(...queries: Query<T>[]): Query<T>;
  };
}
type Sdk = Omit<typeof BaaS, keyof TypedSdk> & TypedSdk;
declare global {
  const WechatBaaS: Sdk;
  const QqBaaS: Sdk;
  const BaiduBaaS: Sdk;
  const AlipayBaaS: Sdk;
  const TtBaaS: Sdk;
  const WebBaaS: Sdk;
}
`;
