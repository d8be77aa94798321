import { sameJson, type Json, type JsonObject } from '../../json/json';
import { permissionNames, sameTexts, type TableShape } from './tableShape';

/** Something that was changed here and on the server. */
export interface SchemaConflict {
  kind: 'column' | 'permission';
  name: string;
  /** `undefined`: dropped. */
  mine: Json | undefined;
  theirs: Json | undefined;
}

export interface MergedShape {
  shape: TableShape;
  conflicts: readonly SchemaConflict[];
  /** Columns that somebody else added since the document was read. They are kept. */
  appeared: readonly string[];
  /** Columns that somebody else dropped since the document was read. They are not created again. */
  disappeared: readonly string[];
}

export type SchemaChoice = 'mine' | 'theirs';

/**
 * Merges an edited table with the one on the server, by columns and their properties.
 * @param choice decides conflicts; without it the shape keeps what is on the server
 */
export function mergeShapes(
  base: TableShape,
  mine: TableShape,
  theirs: TableShape,
  choice: SchemaChoice = 'theirs',
): MergedShape {
  const conflicts: SchemaConflict[] = [];
  const columns = new Map<string, JsonObject>();
  for (const name of new Set([...theirs.columns.keys(), ...mine.columns.keys()])) {
    const sides = [base, mine, theirs].map(shape => shape.columns.get(name));
    const merged = mergeColumn(name, sides[0], sides[1], sides[2], conflicts, choice);
    if (merged !== undefined) columns.set(name, merged);
  }
  const permissions = permissionNames.map(name => {
    const [before, here, there] = [base, mine, theirs].map(shape => shape.permissions.get(name) ?? []);
    const isConflict = !sameTexts(before, here) && !sameTexts(before, there) && !sameTexts(here, there);
    if (isConflict) conflicts.push({ kind: 'permission', name, mine: here, theirs: there });
    const isMine = isConflict ? choice === 'mine' : !sameTexts(before, here);
    return [name, (isMine ? here : there) ?? []] as const;
  });
  const [baseIndexes, myIndexes] = [base, mine].map(({ indexes }) => new Set(indexes.map(indexKey)));
  const theirIndexes = new Set(theirs.indexes.map(indexKey));
  const keptIndexes = theirs.indexes.filter(fields => {
    return myIndexes?.has(indexKey(fields)) === true || baseIndexes?.has(indexKey(fields)) !== true;
  });
  const newIndexes = mine.indexes.filter(fields => {
    return !theirIndexes.has(indexKey(fields)) && baseIndexes?.has(indexKey(fields)) !== true;
  });
  const order = columnOrder(base, mine, theirs).filter(name => columns.has(name));
  return {
    shape: {
      name: mine.name,
      columns: new Map(order.flatMap(name => [[name, columns.get(name) ?? new Map<string, Json>()] as const])),
      permissions: new Map(permissions),
      indexes: [...keptIndexes, ...newIndexes],
    },
    conflicts,
    appeared: [...theirs.columns.keys()].filter(name => !base.columns.has(name) && !mine.columns.has(name)),
    disappeared: [...base.columns.keys()].filter(name => mine.columns.has(name) && !theirs.columns.has(name)),
  };
}

export function indexKey(fields: readonly string[]): string {
  return fields.join(',');
}

function mergeColumn(
  name: string,
  base: JsonObject | undefined,
  mine: JsonObject | undefined,
  theirs: JsonObject | undefined,
  conflicts: SchemaConflict[],
  choice: SchemaChoice,
): JsonObject | undefined {
  if (sameJson(base, mine)) return theirs;
  if (sameJson(base, theirs) || sameJson(mine, theirs)) return mine;
  const isWhole = base === undefined || mine === undefined || theirs === undefined;
  const merged = isWhole ? undefined : mergeProperties(base, mine, theirs);
  if (merged !== undefined) return merged;
  conflicts.push({ kind: 'column', name, mine, theirs });
  return choice === 'mine' ? mine : theirs;
}

/** @returns `undefined` if both changed the same property differently */
function mergeProperties(base: JsonObject, mine: JsonObject, theirs: JsonObject): JsonObject | undefined {
  const merged = new Map(theirs);
  for (const name of new Set([...base.keys(), ...mine.keys()])) {
    const [before, here, there] = [base.get(name), mine.get(name), theirs.get(name)];
    if (sameJson(before, here)) continue;
    if (!sameJson(before, there) && !sameJson(here, there)) return undefined;
    if (here === undefined) merged.delete(name);
    else merged.set(name, here);
  }
  return merged;
}

/** The server's order, unless the document has another order of the same columns than it was read with. */
function columnOrder(base: TableShape, mine: TableShape, theirs: TableShape): string[] {
  const [before, here, there] = [base, mine, theirs].map(({ columns }) => [...columns.keys()]);
  const common = (list: string[] = [], other: string[] = []) => list.filter(name => other.includes(name));
  const isReordered = !sameTexts(common(before, here), common(here, before));
  return isReordered ? withInserted(here, there) : withInserted(there, here);
}

/** Inserts the other names behind the names that they follow in their own list. */
function withInserted(names: readonly string[] = [], others: readonly string[] = []): string[] {
  const result = [...names];
  others.forEach((name, at) => {
    if (result.includes(name)) return;
    const previous = others[at - 1];
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, name);
  });
  return result;
}
