import { isJsonObject, sameJson, type Json, type JsonObject } from '../../json/json';
import { indexKey } from './mergeShapes';
import { addIndex, createTable, dropIndex, replaceTable, type SchemaChange } from './schemaChanges';
import { isPointerColumn, permissionNames, sameTexts, sentColumn, shapeOf, type TableShape } from './tableShape';
import { rawColumns, textAt, type TableNames, type TableState } from './tableState';
import { idOf } from '../text/recordsText';

/** One effect of a plan, shown to the user for confirmation. */
export interface SchemaStep {
  kind:
    | 'createTable'
    | 'addColumn'
    | 'changeColumn'
    | 'dropColumn'
    | 'orderColumns'
    | 'permissions'
    | 'addIndex'
    | 'dropIndex';
  /** The name of the column, permission or table; for an index, its columns. */
  name: string;
  before: Json | undefined;
  after: Json | undefined;
}

export interface TablePlan {
  changes: readonly SchemaChange[];
  steps: readonly SchemaStep[];
  /** Dropped columns. Their values are lost. */
  dropped: readonly string[];
  /** Columns that become required, so that every record needs a value. */
  required: readonly string[];
}

/** Plans the requests that turn a table into a shape: drop indexes, then change the table, then add indexes. */
export function planTable(state: TableState, shape: TableShape, names: TableNames): TablePlan {
  const before = shapeOf(state, names);
  const wantedIndexes = new Set(shape.indexes.map(indexKey));
  const knownIndexes = new Set(before.indexes.map(indexKey));
  const removed = state.indexes.filter((_, at) => !wantedIndexes.has(indexKey(before.indexes[at] ?? [])));
  const added = shape.indexes.filter(fields => !knownIndexes.has(indexKey(fields)));
  const columns = sentColumns(state, shape, names);
  const permissions = permissionNames.filter(
    name => !sameTexts(before.permissions.get(name), shape.permissions.get(name)),
  );
  const body = new Map<string, Json>([
    ...(sameJson(columns, rawColumns(state.raw)) ? [] : [['schema', new Map([['fields', columns]])] as const]),
    ...permissions.map(name => [name, shape.permissions.get(name) ?? []] as const),
  ]);
  return {
    changes: chained([
      ...removed.map(index => dropIndex(state.id, index)),
      ...(body.size === 0 ? [] : [replaceTable(state, body)]),
      ...added.map(fields => addIndex(state.id, fields)),
    ]),
    ...differencesOf(before, shape),
  };
}

/** Makes each change wait until the one before it was saved. */
function chained(changes: readonly SchemaChange[]): SchemaChange[] {
  const chain: SchemaChange[] = [];
  for (const change of changes) chain.push({ ...change, needs: chain.slice(-1) });
  return chain;
}

/**
 * Plans the requests that create tables: first all tables without their pointers to each other, then these pointers.
 * So every pointer is sent after its target exists, even if tables point to each other.
 */
export function planCreation(shapes: readonly TableShape[], names: TableNames): TablePlan {
  const isNew = new Set(shapes.map(({ name }) => name));
  const isLater = (column: JsonObject) => isPointerColumn(column) && isNew.has(textAt(column, 'schema_name'));
  const created = new Map(
    shapes.map(shape => {
      const now = [...shape.columns.values()].filter(column => !isLater(column));
      return [shape, createTable(creationBody(shape, now, names))] as const;
    }),
  );
  const pointers = [...created].flatMap(([shape, change]) => {
    const targets = [...shape.columns.values()].filter(isLater).map(column => column.get('schema_name'));
    const needs = [...created].filter(([{ name }]) => targets.includes(name)).map(([, needed]) => needed);
    return targets.length === 0 ? [] : [addPointers(shape, [change, ...needs], names)];
  });
  const indexes = [...created].flatMap(([shape, change]) => shape.indexes.map(fields => addIndexTo(change, fields)));
  const steps = shapes.map((shape): SchemaStep => {
    return { kind: 'createTable', name: shape.name, before: undefined, after: [...shape.columns.values()] };
  });
  return { changes: [...created.values(), ...pointers, ...indexes], steps, dropped: [], required: [] };
}

function creationBody(shape: TableShape, columns: readonly JsonObject[], names: TableNames): JsonObject {
  const fields = columns.map(column => sentColumn(column, names));
  return new Map<string, Json>([
    ['name', shape.name],
    ['schema', new Map([['fields', fields]])],
    ...permissionNames.map(name => [name, shape.permissions.get(name) ?? []] as const),
  ]);
}

/** Adds the pointers between new tables at their positions among the columns. */
function addPointers(shape: TableShape, needs: readonly SchemaChange[], names: TableNames): SchemaChange {
  const withIds = (tables: readonly JsonObject[]) =>
    new Map([...names, ...tables.map(table => [idOf(table) ?? '', textAt(table, 'name')] as const)]);
  const bind = ([table = new Map<string, Json>(), ...others]: readonly JsonObject[]) => {
    const state: TableState = { id: idOf(table) ?? '', raw: table, indexes: [] };
    const all = withIds([table, ...others]);
    // Created columns are sent as received: they have properties that the service added by itself.
    const created = shapeOf(state, all).columns;
    const shapeColumns = [...shape.columns].map(([name, column]) => [name, created.get(name) ?? column] as const);
    const columns = sentColumns(state, { ...shape, columns: new Map(shapeColumns) }, all);
    return replaceTable(state, new Map([['schema', new Map([['fields', columns]])]]));
  };
  const planned = bind([
    new Map<string, Json>([
      ['id', newTableId(shape.name)],
      ['name', shape.name],
    ]),
  ]);
  return { ...planned, needs, bind };
}

function addIndexTo(table: SchemaChange, fields: readonly string[]): SchemaChange {
  const bind = ([created]: readonly JsonObject[]) => addIndex((created && idOf(created)) ?? '', fields);
  return { ...addIndex(newTableId(table.title), fields), needs: [table], bind };
}

/** Returns a placeholder for an ID that the service assigns when the plan runs. */
function newTableId(name: string): string {
  return `ID of ${name}`;
}

/** Returns all columns to send. Columns that were not edited, and the service's own, are exactly as received. */
function sentColumns(state: TableState, shape: TableShape, names: TableNames): JsonObject[] {
  const received = new Map(rawColumns(state.raw).map(column => [textAt(column, 'name'), column]));
  const shown = shapeOf(state, names);
  const systemNames = [...received.keys()].filter(name => !shown.columns.has(name));
  const remainingNames = [...shown.columns.keys()].filter(name => shape.columns.has(name));
  const shapeNames = [...shape.columns.keys()];
  const isReordered = !sameTexts(
    remainingNames,
    shapeNames.filter(name => shown.columns.has(name)),
  );
  // The service may list its own columns anywhere. They keep their places unless the order was edited.
  const order = isReordered
    ? [...systemNames, ...shapeNames]
    : inOrder([...received.keys()], shapeNames, name => systemNames.includes(name) || shape.columns.has(name));
  return order.map(name => {
    const [raw, before, after] = [received.get(name), shown.columns.get(name), shape.columns.get(name)];
    if (raw !== undefined && (after === undefined || sameJson(before, after))) return raw;
    if (after === undefined) return new Map<string, Json>();
    return raw === undefined || before === undefined
      ? sentColumn(after, names)
      : changedColumn(raw, before, after, names);
  });
}

/** Returns the kept names, with each new name after the name that it follows in `shapeNames`. */
function inOrder(
  received: readonly string[],
  shapeNames: readonly string[],
  isKept: (name: string) => boolean,
): string[] {
  const order = received.filter(isKept);
  shapeNames.forEach((name, at) => {
    if (order.includes(name)) return;
    const previous = shapeNames[at - 1];
    const firstShapeName = order.findIndex(each => shapeNames.includes(each));
    if (previous === undefined) order.splice(firstShapeName < 0 ? order.length : firstShapeName, 0, name);
    else order.splice(order.indexOf(previous) + 1, 0, name);
  });
  return order;
}

/** The received column with the edited properties; properties that the document does not show stay. */
function changedColumn(raw: JsonObject, before: JsonObject, after: JsonObject, names: TableNames): JsonObject {
  const column = new Map(raw);
  const sent = sentColumn(after, names);
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    if (sameJson(before.get(name), after.get(name))) continue;
    const key = name === 'schema_name' ? 'schema_id' : name;
    const value = sent.get(key);
    if (value === undefined) column.delete(key);
    else column.set(key, value);
    // The service derives `collection_name` from the pointer.
    if (key === 'schema_id') column.delete('collection_name');
  }
  return column;
}

function differencesOf(before: TableShape, after: TableShape): Pick<TablePlan, 'steps' | 'dropped' | 'required'> {
  const added = [...after.columns].filter(([name]) => !before.columns.has(name));
  const dropped = [...before.columns].filter(([name]) => !after.columns.has(name));
  const changed = [...after.columns].filter(([name, column]) => {
    const old = before.columns.get(name);
    return old !== undefined && !sameJson(old, column);
  });
  const order = (shape: TableShape, other: TableShape) =>
    [...shape.columns.keys()].filter(name => other.columns.has(name));
  const [orderBefore, orderAfter] = [order(before, after), order(after, before)];
  const [indexesBefore, indexesAfter] = [before, after].map(({ indexes }) => new Set(indexes.map(indexKey)));
  const steps: SchemaStep[] = [
    ...dropped.map(([name, column]) => step('dropColumn', name, column, undefined)),
    ...added.map(([name, column]) => step('addColumn', name, undefined, column)),
    ...changed.map(([name, column]) => {
      const old = before.columns.get(name) ?? new Map<string, Json>();
      return step('changeColumn', name, differing(old, column), differing(column, old));
    }),
    ...(sameTexts(orderBefore, orderAfter) ? [] : [step('orderColumns', after.name, orderBefore, orderAfter)]),
    ...permissionNames
      .filter(name => !sameTexts(before.permissions.get(name), after.permissions.get(name)))
      .map(name => step('permissions', name, before.permissions.get(name), after.permissions.get(name))),
    ...[...(indexesBefore ?? [])]
      .filter(key => indexesAfter?.has(key) !== true)
      .map(key => step('dropIndex', key, key, undefined)),
    ...[...(indexesAfter ?? [])]
      .filter(key => indexesBefore?.has(key) !== true)
      .map(key => step('addIndex', key, undefined, key)),
  ];
  const isRequired = (column: JsonObject | undefined) => {
    const constraints = column?.get('constraints');
    return isJsonObject(constraints) && constraints.get('required') === true;
  };
  return {
    steps,
    dropped: dropped.map(([name]) => name),
    required: [...added, ...changed]
      .filter(([name, column]) => isRequired(column) && !isRequired(before.columns.get(name)))
      .map(([name]) => name),
  };
}

/** The properties that another column lacks or has with another value. */
function differing(column: JsonObject, other: JsonObject): JsonObject {
  return new Map([...column].filter(([name, value]) => !sameJson(value, other.get(name))));
}

function step(kind: SchemaStep['kind'], name: string, before: Json | undefined, after: Json | undefined): SchemaStep {
  return { kind, name, before, after };
}
