import { wrongArguments } from './hError';

type Condition = Record<string, unknown>;

const operators: Record<string, string> = {
  '=': '$eq',
  '!=': '$ne',
  '<': '$lt',
  '<=': '$lte',
  '>': '$gt',
  '>=': '$gte',
};

/** A shape, as the service stores it. */
class Shape<T> {
  readonly geoJSON: T;

  constructor(geoJSON: T) {
    this.geoJSON = geoJSON;
  }

  toGeoJSON(): unknown {
    return this.geoJSON;
  }

  toJSON(): unknown {
    return this.geoJSON;
  }
}

export class GeoPoint extends Shape<{ type: 'Point'; coordinates: [number, number] }> {
  constructor(longitude: number, latitude: number) {
    if (typeof longitude !== 'number' || typeof latitude !== 'number')
      throw wrongArguments('GeoPoint takes a longitude and a latitude.');
    super({ type: 'Point', coordinates: [longitude, latitude] });
  }
}

/** A polygon of points or of pairs of coordinates. */
export class GeoPolygon extends Shape<{ type: 'Polygon'; coordinates: unknown[] }> {
  constructor(corners: readonly unknown[]) {
    if (!Array.isArray(corners)) throw wrongArguments('GeoPolygon takes a list of points.');
    const pairs = corners.map((corner: unknown) => (corner instanceof GeoPoint ? corner.geoJSON.coordinates : corner));
    super({ type: 'Polygon', coordinates: [pairs] });
  }
}

/** The conditions of a search, in the form of the parameter `where`. */
export class Query {
  #conditions: Condition[] = [];

  static and(...queries: Query[]): Query {
    return combine('$and', queries);
  }

  static or(...queries: Query[]): Query {
    return combine('$or', queries);
  }

  compare(field: string, operator: string, value: unknown): this {
    const name = operators[operator];
    if (name === undefined) throw wrongArguments(`Query.compare does not know the operator ${operator}.`);
    return add(this, field, { [name]: toArgument(value) });
  }

  contains(field: string, value: string): this {
    return add(this, field, { $contains: value });
  }

  matches(field: string, pattern: RegExp): this {
    if (!(pattern instanceof RegExp)) throw wrongArguments('Query.matches takes a regular expression.');
    const { source, flags } = pattern;
    return add(this, field, flags === '' ? { $regex: source } : { $regex: source, $options: flags.replace('g', '') });
  }

  in(field: string, values: readonly unknown[]): this {
    return add(this, field, { $in: requireList('in', values) });
  }

  notIn(field: string, values: readonly unknown[]): this {
    return add(this, field, { $nin: requireList('notIn', values) });
  }

  arrayContains(field: string, values: readonly unknown[]): this {
    return add(this, field, { $all: requireList('arrayContains', values) });
  }

  isNull(fields: string | readonly string[]): this {
    return addEach(this, fields, { $isnull: true });
  }

  isNotNull(fields: string | readonly string[]): this {
    return addEach(this, fields, { $isnull: false });
  }

  exists(fields: string | readonly string[]): this {
    return addEach(this, fields, { $exists: true });
  }

  notExists(fields: string | readonly string[]): this {
    return addEach(this, fields, { $exists: false });
  }

  hasKey(field: string, key: string): this {
    return add(this, field, { $has_key: key });
  }

  include(field: string, point: GeoPoint): this {
    return add(this, field, { $intersects: point.toGeoJSON() });
  }

  within(field: string, polygon: GeoPolygon): this {
    return add(this, field, { $within: polygon.toGeoJSON() });
  }

  withinCircle(field: string, point: GeoPoint, radius: number): this {
    return add(this, field, { $center: { radius, coordinates: point.geoJSON.coordinates } });
  }

  withinRegion(field: string, point: GeoPoint, maximum: number, minimum?: number): this {
    const distances = { min_distance: minimum, max_distance: maximum };
    return add(this, field, { $nearsphere: { geometry: point.toGeoJSON(), ...distances } });
  }

  /** Returns the value of the parameter `where`; undefined without a condition. */
  toWhere(): Condition | undefined {
    return this.#conditions.length === 0 ? undefined : { $and: this.#conditions };
  }

  /** Adds a condition in the service's format. */
  addCondition(condition: Condition): this {
    this.#conditions.push(condition);
    return this;
  }
}

function add<Q extends Query>(query: Q, field: string, test: Condition): Q {
  if (typeof field !== 'string') throw wrongArguments('Query takes the name of a field.');
  return query.addCondition({ [field]: test });
}

function addEach<Q extends Query>(query: Q, fields: string | readonly string[], test: Condition): Q {
  for (const field of typeof fields === 'string' ? [fields] : fields) add(query, field, test);
  return query;
}

function combine(name: '$and' | '$or', queries: readonly Query[]): Query {
  if (queries.some(query => !(query instanceof Query))) throw wrongArguments('Query.and and Query.or take queries.');
  const parts = queries.map(query => query.toWhere()).filter((part): part is Condition => part !== undefined);
  return parts.length === 0 ? new Query() : new Query().addCondition({ [name]: parts });
}

function requireList(name: string, values: readonly unknown[]): unknown[] {
  if (!Array.isArray(values)) throw wrongArguments(`Query.${name} takes a list.`);
  return values.map(toArgument);
}

/** Replaces a record by its ID. JSON.stringify later converts points to GeoJSON and dates to text. */
function toArgument(value: unknown): unknown {
  if (typeof value === 'object' && value !== null && 'recordId' in value) return value.recordId;
  return value;
}
