import { sameJson, type Json, type JsonObject } from '../../json/json';
import { permissionNames, sameTexts, type TableShape } from './tableShape';

/** A column, property or permission that was changed both in the document and on the server. */
interface SchemaConflict {
  /** `column`: one side dropped the column, the other changed it. */
  kind: 'column' | 'property' | 'permission';
  /** The name of the column or permission. */
  name: string;
  property?: string;
  /** `undefined` if dropped or missing. */
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
  /** Columns and indexes that the document lacks while its base is unknown: removed here, or added by somebody else. */
  unknown: readonly string[];
}

export type SchemaChoice = 'mine' | 'theirs';

/**
 * Merges an edited table with the one on the server, by columns and their properties.
 * @param base the table that the document was made from; `undefined` if unknown: then every difference is a conflict
 * @param choice decides conflicts; without it the shape keeps what is on the server
 */
export function mergeShapes(
  base: TableShape | undefined,
  mine: TableShape,
  theirs: TableShape,
  choice: SchemaChoice = 'theirs',
): MergedShape {
  const conflicts: SchemaConflict[] = [];
  const columns = new Map<string, JsonObject>();
  for (const name of new Set([...theirs.columns.keys(), ...mine.columns.keys()])) {
    const sides = [base, mine, theirs].map(shape => shape?.columns.get(name));
    const merged = mergeColumn(name, sides[0], sides[1], sides[2], conflicts, choice);
    if (merged !== undefined) columns.set(name, merged);
  }
  const permissions = permissionNames.map(name => {
    const [baseLevels, myLevels, theirLevels] = [base, mine, theirs].map(
      shape => shape && (shape.permissions.get(name) ?? []),
    );
    const isConflict =
      !sameTexts(baseLevels, myLevels) && !sameTexts(baseLevels, theirLevels) && !sameTexts(myLevels, theirLevels);
    if (isConflict) conflicts.push({ kind: 'permission', name, mine: myLevels, theirs: theirLevels });
    const isMine = isConflict ? choice === 'mine' : !sameTexts(baseLevels, myLevels);
    return [name, (isMine ? myLevels : theirLevels) ?? []] as const;
  });
  const baseIndexes = base && new Set(base.indexes.map(indexKey));
  const myIndexes = new Set(mine.indexes.map(indexKey));
  const theirIndexes = new Set(theirs.indexes.map(indexKey));
  const keptIndexes = theirs.indexes.filter(fields => {
    return myIndexes.has(indexKey(fields)) || baseIndexes?.has(indexKey(fields)) !== true;
  });
  const newIndexes = mine.indexes.filter(fields => {
    return !theirIndexes.has(indexKey(fields)) && baseIndexes?.has(indexKey(fields)) !== true;
  });
  const order = columnOrder(base, mine, theirs).filter(name => columns.has(name));
  const appeared = [...theirs.columns.keys()].filter(
    name => base?.columns.has(name) !== true && !mine.columns.has(name),
  );
  const appearedIndexes = theirs.indexes.map(indexKey).filter(key => !myIndexes.has(key));
  return {
    shape: {
      name: mine.name,
      columns: new Map(order.flatMap(name => [[name, columns.get(name) ?? new Map<string, Json>()] as const])),
      permissions: new Map(permissions),
      indexes: [...keptIndexes, ...newIndexes],
    },
    conflicts,
    appeared,
    disappeared: [...(base?.columns.keys() ?? [])].filter(
      name => mine.columns.has(name) && !theirs.columns.has(name) && !columns.has(name),
    ),
    unknown: base === undefined ? [...appeared, ...appearedIndexes] : [],
  };
}

/** Returns the columns whose type in the merged table differs from the server. The service cannot change types. */
export function retypedColumns(theirs: TableShape, merged: TableShape): string[] {
  return [...merged.columns].flatMap(([name, column]) => {
    const theirColumn = theirs.columns.get(name);
    return theirColumn === undefined || sameType(theirColumn, column) ? [] : [name];
  });
}

/** Whether two columns of schema documents have the same type, including item type and target table. */
export function sameType(one: JsonObject, other: JsonObject): boolean {
  const typeProperties = ['type', 'items', 'schema_name', 'schema_id', 'coordinate_type'];
  return typeProperties.every(name => sameJson(one.get(name), other.get(name)));
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
  if (mine === undefined || theirs === undefined) {
    conflicts.push({ kind: 'column', name, mine, theirs });
    return choice === 'mine' ? mine : theirs;
  }
  const merged = new Map(theirs);
  for (const property of new Set([...(base?.keys() ?? []), ...mine.keys(), ...theirs.keys()])) {
    const [baseValue, myValue, theirValue] = [base?.get(property), mine.get(property), theirs.get(property)];
    if (sameJson(myValue, theirValue) || (base !== undefined && sameJson(baseValue, myValue))) continue;
    const isConflict = base === undefined || !sameJson(baseValue, theirValue);
    if (isConflict) conflicts.push({ kind: 'property', name, property, mine: myValue, theirs: theirValue });
    if (isConflict && choice === 'theirs') continue;
    if (myValue === undefined) merged.delete(property);
    else merged.set(property, myValue);
  }
  return merged;
}

/** Returns the server's order, unless the document changed the order of the columns that it was read with. */
function columnOrder(base: TableShape | undefined, mine: TableShape, theirs: TableShape): string[] {
  const [baseNames, myNames, theirNames] = [base, mine, theirs].map(shape => shape && [...shape.columns.keys()]);
  const common = (list: string[] = [], other: string[] = []) => list.filter(name => other.includes(name));
  // Without a base nobody knows who changed the order. The document's order wins, and the plan shows it.
  const isReordered = baseNames === undefined || !sameTexts(common(baseNames, myNames), common(myNames, baseNames));
  return isReordered ? withInserted(myNames, theirNames) : withInserted(theirNames, myNames);
}

/** Inserts the missing names, each after the name that it follows in `others`. */
function withInserted(names: readonly string[] = [], others: readonly string[] = []): string[] {
  const result = [...names];
  others.forEach((name, at) => {
    if (result.includes(name)) return;
    const previous = others[at - 1];
    result.splice(previous === undefined ? 0 : result.indexOf(previous) + 1, 0, name);
  });
  return result;
}
