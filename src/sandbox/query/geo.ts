import { isObject } from '../http/json';
import { HttpError } from '../http/httpError';

/** Longitude and latitude in degrees. */
type Point = readonly [longitude: number, latitude: number];
/** The outer ring, then the rings of its holes. */
type Polygon = readonly (readonly Point[])[];

const earthRadius = 6_378_137;
const radians = Math.PI / 180;

type GeoTest = (value: unknown) => boolean;

/**
 * Creates the test of `$intersects`: the stored and the given shape, each a GeoJSON Point or Polygon, share a point.
 */
export function intersects(argument: unknown): GeoTest {
  const shape = readShape(argument, '$intersects');
  return value => {
    const stored = parseShape(value);
    if (!stored) return false;
    if (shape.point && stored.point) return samePosition(shape.point, stored.point);
    if (shape.point) return contains(stored.polygon ?? [], shape.point);
    if (stored.point) return contains(shape.polygon ?? [], stored.point);
    return polygonsMeet(stored.polygon ?? [], shape.polygon ?? []);
  };
}

/** Creates the test of `$within`: the stored shape is inside the given polygon. */
export function within(argument: unknown): GeoTest {
  const { polygon } = readShape(argument, '$within');
  if (!polygon) throw new HttpError(400, '$within takes a GeoJSON Polygon.');
  return value => {
    const stored = parseShape(value);
    const points = stored?.point ? [stored.point] : (stored?.polygon?.flat() ?? []);
    return points.length > 0 && points.every(point => contains(polygon, point));
  };
}

/** Creates the test of `$center`. The argument is `{ radius, coordinates }`, with the radius in kilometres. */
export function withinCircle(argument: unknown): GeoTest {
  const { radius, coordinates } = isObject(argument) ? argument : {};
  const centre = readPoint(coordinates);
  if (!centre || !isDistance(radius)) throw new HttpError(400, '$center takes a radius in kilometres and coordinates.');
  return value => {
    const point = parseShape(value)?.point;
    return point !== undefined && distance(centre, point) <= radius * 1000;
  };
}

/**
 * Creates the test of `$nearsphere`. The argument is `{ geometry, min_distance?, max_distance? }`, with distances in
 * metres.
 */
export function nearSphere(argument: unknown): GeoTest & { centre: Point } {
  const { geometry, min_distance: minimum = 0, max_distance: maximum = Infinity } = isObject(argument) ? argument : {};
  const centre = readShape(geometry, '$nearsphere').point;
  if (!centre || !isDistance(minimum) || !isDistance(maximum)) {
    throw new HttpError(400, '$nearsphere takes a geometry that is a Point, min_distance and max_distance in metres.');
  }
  const test = (value: unknown): boolean => {
    const point = parseShape(value)?.point;
    const metres = point ? distance(centre, point) : NaN;
    return metres >= minimum && metres <= maximum;
  };
  return Object.assign(test, { centre });
}

/** Returns the metres from a centre to a stored point, for sorting by `$nearsphere`; infinite without a point. */
export function metresTo(centre: Point, value: unknown): number {
  const point = parseShape(value)?.point;
  return point ? distance(centre, point) : Infinity;
}

/** True if the service can store a value as GeoJSON: a Point or a Polygon. */
export function isGeoJson(value: unknown): boolean {
  return parseShape(value) !== undefined;
}

interface GeoShape {
  point?: Point;
  polygon?: Polygon;
}

function readShape(value: unknown, operator: string): GeoShape {
  const shape = parseShape(value);
  if (!shape) throw new HttpError(400, `${operator} takes a GeoJSON Point or Polygon.`);
  return shape;
}

function parseShape(value: unknown): GeoShape | undefined {
  if (!isObject(value)) return undefined;
  if (value.type === 'Point') {
    const point = readPoint(value.coordinates);
    return point && { point };
  }
  if (value.type !== 'Polygon' || !Array.isArray(value.coordinates)) return undefined;
  const rings = value.coordinates.map(ring => (Array.isArray(ring) ? ring.map(readPoint) : []));
  if (rings.length === 0 || rings.some(ring => ring.length < 4 || ring.includes(undefined))) return undefined;
  return { polygon: rings as Point[][] };
}

function readPoint(value: unknown): Point | undefined {
  if (!Array.isArray(value) || value.length < 2) return undefined;
  const [longitude, latitude] = value as unknown[];
  return typeof longitude === 'number' && typeof latitude === 'number' ? [longitude, latitude] : undefined;
}

function isDistance(value: unknown): value is number {
  return typeof value === 'number' && value >= 0;
}

/** Returns the great-circle distance in metres. */
function distance([fromLongitude, fromLatitude]: Point, [toLongitude, toLatitude]: Point): number {
  const north = Math.sin(((toLatitude - fromLatitude) * radians) / 2);
  const east = Math.sin(((toLongitude - fromLongitude) * radians) / 2);
  const chord = north ** 2 + Math.cos(fromLatitude * radians) * Math.cos(toLatitude * radians) * east ** 2;
  return 2 * earthRadius * Math.asin(Math.min(1, Math.sqrt(chord)));
}

function contains([outer, ...holes]: Polygon, point: Point): boolean {
  return inRing(outer ?? [], point) && !holes.some(hole => inRing(hole, point));
}

/**
 * True if a point is on the edge of a ring or inside it: a ray to the east then crosses the ring an odd number of
 * times.
 */
function inRing(ring: readonly Point[], [x, y]: Point): boolean {
  let inside = false;
  for (const [from, to] of edgesOf([ring])) {
    if (sideOf(from, to, [x, y]) === 0 && isBetween(from, to, [x, y])) return true;
    const [[x1, y1], [x2, y2]] = [from, to];
    if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
  }
  return inside;
}

function samePosition([x1, y1]: Point, [x2, y2]: Point): boolean {
  return x1 === x2 && y1 === y2;
}

/** True if two polygons meet: their edges cross or touch, or one polygon is completely inside the other. */
function polygonsMeet(one: Polygon, other: Polygon): boolean {
  const edges = edgesOf(other);
  return (
    edgesOf(one).some(edge => edges.some(otherEdge => edgesMeet(edge, otherEdge))) ||
    other.flat().some(point => contains(one, point)) ||
    one.flat().some(point => contains(other, point))
  );
}

type PolygonEdge = readonly [from: Point, to: Point];

function edgesOf(polygon: Polygon): PolygonEdge[] {
  return polygon.flatMap(ring =>
    ring.map((from, index): PolygonEdge => [from, ring[(index + 1) % ring.length] ?? from]),
  );
}

/** True if two edges cross or touch: the ends of each are on different sides of the other, or on it. */
function edgesMeet([a, b]: PolygonEdge, [c, d]: PolygonEdge): boolean {
  const [sideC, sideD, sideA, sideB] = [sideOf(a, b, c), sideOf(a, b, d), sideOf(c, d, a), sideOf(c, d, b)];
  if (sideC * sideD < 0 && sideA * sideB < 0) return true;
  return (
    (sideC === 0 && isBetween(a, b, c)) ||
    (sideD === 0 && isBetween(a, b, d)) ||
    (sideA === 0 && isBetween(c, d, a)) ||
    (sideB === 0 && isBetween(c, d, b))
  );
}

/** Returns the side of the line from `a` to `b` that a point is on: 1, -1, or 0 for a point on the line. */
function sideOf([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): number {
  return Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
}

/** True if a point on the line through `a` and `b` is between these two points. */
function isBetween([x1, y1]: Point, [x2, y2]: Point, [x, y]: Point): boolean {
  return Math.min(x1, x2) <= x && x <= Math.max(x1, x2) && Math.min(y1, y2) <= y && y <= Math.max(y1, y2);
}
