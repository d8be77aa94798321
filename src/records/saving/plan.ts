import { conditionOf } from './condition';
import { writeJson, type Json, type JsonObject } from '../../json/json';
import { resolveMerge, type ResolveConflict, type RecordDecision, type FieldWrite, type RecordMerge } from './merge';
import { recordPath, recordsPath } from '../table/query';
import { withoutSystemColumns, type Table } from '../table/schema';
import { withQuery, type WriteRequest } from '../../api/openApi/dataService';

interface PlannedRequest {
  merge: RecordMerge;
  request: WriteRequest;
}

export interface CreateStep extends PlannedRequest {
  kind: 'create';
  /** The fields without those that the service writes itself. */
  fields: JsonObject;
}

/** A write that the service performs only while the record is as expected. */
export interface UpdateStep extends PlannedRequest {
  kind: 'update';
  id: string;
  writes: readonly FieldWrite[];
  /**
   * Whether the condition includes every written field. Otherwise the record was only checked right before the write.
   */
  conditional: boolean;
  /** Sent once instead of `request`, if the condition does not match although the record is unchanged. */
  plainRequest: WriteRequest;
}

export interface DeleteStep extends PlannedRequest {
  kind: 'delete';
  id: string;
  /** The record before the write, which is expected to be unchanged. */
  expected: JsonObject;
  conditional: boolean;
  plainRequest: WriteRequest;
}

export type PlanStep = CreateStep | UpdateStep | DeleteStep;

/** The requests to send, in order: updates, creations, deletions. */
export interface Plan {
  table: Table;
  steps: readonly PlanStep[];
  /** The decision for each merge. For a merge that still has `ask` nothing is sent. */
  decisions: ReadonlyMap<RecordMerge, RecordDecision>;
}

/** The service stores these as sent. Without its creator, a record can be lost to its owner (`user:{created_by}`). */
const restoredColumns = ['created_by', 'created_at'];
const order: readonly PlanStep['kind'][] = ['update', 'create', 'delete'];

/** Plans the exact requests for merges. Sends nothing. */
export function planOf(table: Table, merges: readonly RecordMerge[], choose?: ResolveConflict): Plan {
  const steps: PlanStep[] = [];
  const decisions = new Map(merges.map(merge => [merge, resolveMerge(merge, choose)]));
  for (const [merge, decision] of decisions) {
    if (decision.do === 'create') steps.push(createStep(table, merge, decision.fields));
    if (decision.do === 'update') steps.push(updateStep(table, merge, decision.writes));
    if (decision.do === 'delete') steps.push(deleteStep(table, merge));
  }
  steps.sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  return { table, steps, decisions };
}

function createStep(table: Table, merge: RecordMerge, values: JsonObject): CreateStep {
  const { edit, state } = merge;
  const deleted = edit.isRestored === true ? values : state === 'goneOnServer' ? edit.read : undefined;
  const fields = withoutSystemColumns(values);
  for (const name of restoredColumns) {
    const value = deleted?.get(name);
    // Both columns have numbers. A string means a value that a reload made unknown.
    if (value !== undefined && typeof value !== 'string') fields.set(name, value);
  }
  const request: WriteRequest = { method: 'POST', path: recordsPath('v2.4', table.id), body: writeJson(fields) };
  return { kind: 'create', merge, fields, request };
}

function updateStep(table: Table, merge: RecordMerge, writes: readonly FieldWrite[]): UpdateStep {
  const id = merge.edit.id ?? '';
  const body = writeJson(updateBody(writes));
  const expected = new Map(writes.map(({ name, from }) => [name, from]));
  const { where, isComplete } = conditionOf(table, id, expected, merge.server);
  // Since v2.6 the service writes only the given fields; earlier versions rewrite the record.
  const path = withQuery(recordsPath('v2.6', table.id), { where, limit: '1' });
  return {
    kind: 'update',
    merge,
    id,
    writes,
    conditional: isComplete,
    request: { method: 'PUT', path, body },
    plainRequest: { method: 'PUT', path: recordPath('v2.6', table.id, id), body },
  };
}

function deleteStep(table: Table, merge: RecordMerge): DeleteStep {
  const id = merge.edit.id ?? '';
  const expected = merge.server ?? new Map<string, Json>();
  // The whole record must be unchanged: its columns, and the time of the last change for everything else.
  const compared = table.columns.filter(({ name, system }) => !system || name === 'updated_at').map(({ name }) => name);
  const values = new Map(compared.map(name => [name, expected.get(name)]));
  const { where, isComplete } = conditionOf(table, id, values, merge.server);
  return {
    kind: 'delete',
    merge,
    id,
    expected,
    conditional: isComplete,
    request: { method: 'DELETE', path: withQuery(recordsPath('v2.4', table.id), { where, limit: '1' }) },
    plainRequest: { method: 'DELETE', path: recordPath('v2.4', table.id, id) },
  };
}

/** The `$set` and `$unset` of an update (service reference, record update); each is present only when it has fields. */
function updateBody(writes: readonly FieldWrite[]): JsonObject {
  const set = new Map<string, Json>();
  const unset = new Map<string, Json>();
  for (const { name, to } of writes) {
    if (to === undefined) unset.set(name, '');
    else set.set(name, to);
  }
  const parts: [string, JsonObject][] = [
    ['$set', set],
    ['$unset', unset],
  ];
  return new Map(parts.filter(([, fields]) => fields.size > 0));
}
