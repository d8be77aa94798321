import { sameJson, setMember, type Json, type JsonObject } from '../../json/json';
import type { LostCreation, RecordDecision, RecordEdit, RecordMerge } from './merge';
import { keysText } from '../table/query';
import { idOf, type Row } from '../text/recordsText';
import type { RefusedField } from './acceptance';
import { wasWritten, type StepOutcome } from './save';
import { withoutSystemColumns } from '../table/schema';

/**
 * A document after a save: the records that count as read, and the records that its text shows. The differences are the
 * unsaved edits.
 */
interface AfterSave {
  read: JsonObject[];
  shown: JsonObject[];
  /** Fields that the service did not store as sent. */
  refused: RefusedCell[];
}

/** A refused field, with the ID of its record. */
export interface RefusedCell extends RefusedField {
  id: string;
}

/**
 * Computes a document after a save. Saved values come from the service, and changes by others are taken over. Unsaved
 * edits stay in the text, on top of the state that the user has seen; undecided conflicts stay conflicts.
 * @param chosen the columns the document shows, when it does not show all
 */
export function afterSave(
  before: { read: readonly JsonObject[]; rows: readonly Row[] },
  decisions: ReadonlyMap<RecordMerge, RecordDecision>,
  outcomes: readonly StepOutcome[],
  chosen?: readonly string[],
): AfterSave {
  const done = new Map(outcomes.map(({ step, outcome }) => [step.merge, outcome]));
  const readById = new Map(before.read.map(record => [idOf(record), record]));
  const stateById = new Map<string, RecordState>();
  const created: RecordState[] = [];
  for (const [merge, decision] of decisions) {
    const { id, edited, read } = merge.edit;
    const wholeState = stateAfter(done.get(merge), merge, decision, readById.get(id));
    const state = restricted(wholeState, edited ?? read ?? new Map<string, Json>(), chosen);
    if (id === undefined) created.push(state);
    else stateById.set(id, state);
  }
  // New records have no ID, so they are matched by their order.
  const ofCreated = created.values();
  const states = before.rows.map(({ id, fields }): RecordState => {
    const state = id === undefined ? ofCreated.next().value : stateById.get(id);
    if (state !== undefined) return state;
    const unchanged = id === undefined ? undefined : readById.get(id);
    // The row may write a value differently (1 for 1.0), or differ in fields that only the service writes. Neither is
    // an unsaved edit.
    return unchanged === undefined ? { read: undefined, shown: fields } : restricted(savedState(unchanged), fields);
  });
  const inText = new Set(before.rows.map(({ id }) => id));
  const notInText = before.read.filter(record => !inText.has(idOf(record)));
  const others = new Map(
    notInText.map(record => [idOf(record), stateById.get(idOf(record) ?? '') ?? { read: record, shown: undefined }]),
  );
  return {
    read: inOrder(
      states.flatMap(({ read }) => read ?? []),
      before.read,
      others,
    ),
    shown: [...states, ...others.values()].flatMap(({ shown }) => shown ?? []),
    refused: refusedCells(outcomes),
  };
}

function stateAfter(
  outcome: StepOutcome['outcome'] | undefined,
  merge: RecordMerge,
  decision: RecordDecision,
  read: JsonObject | undefined,
): RecordState {
  if (outcome?.status === 'saved') return savedState(outcome.record);
  if (outcome?.status === 'partly') return partlySaved(outcome.record, outcome.refused);
  return unsaved(merge, decision, read);
}

/**
 * Inserts the records that are not in the text, such as one that could not be deleted. Each keeps its position in the
 * grid, behind the record that was before it.
 * @param read the records of the text
 * @param before the records in their order before the save
 * @param others the states of the records that are not in the text, by ID
 */
function inOrder(
  read: readonly JsonObject[],
  before: readonly JsonObject[],
  others: ReadonlyMap<string | undefined, RecordState>,
): JsonObject[] {
  const all = [...read];
  const ids = new Set(all.map(idOf));
  let lastId: string | undefined;
  for (const id of before.map(idOf)) {
    const other = others.get(id)?.read;
    if (other !== undefined) {
      all.splice(lastId === undefined ? 0 : all.findIndex(each => idOf(each) === lastId) + 1, 0, other);
      ids.add(id);
    }
    if (ids.has(id)) lastId = id;
  }
  return all;
}

/** Edits that complete a save: those of records that were not written, and the refused fields of the others. */
export function remainingEdits(outcomes: readonly StepOutcome[]): RecordEdit[] {
  return outcomes.flatMap(({ step, outcome }): RecordEdit[] => {
    if (outcome.status === 'saved') return [];
    if (outcome.status !== 'partly') return [withLost(step.merge.edit, lostCreation({ step, outcome }))];
    const [read, edited] = (['base', 'sent'] as const).map(side => {
      return new Map(outcome.refused.flatMap(field => pair(field.name, field[side])));
    });
    return [{ id: idOf(outcome.record), read, edited }];
  });
}

/** Returns what the next save must know of a record that was perhaps created; `undefined` for any other outcome. */
export function lostCreation({ step, outcome }: StepOutcome): LostCreation | undefined {
  if (step.kind !== 'create' || outcome.status !== 'unknown') return undefined;
  const { lost } = step.merge.edit;
  const known = [...(lost?.known ?? []), ...outcome.similar.flatMap(record => idOf(record) ?? [])];
  return { sent: withAttempt(lost?.sent ?? [], step.fields), known };
}

/** Returns the fields of all attempts to create a record, each once. */
export function withAttempt(sent: readonly JsonObject[], fields: JsonObject): readonly JsonObject[] {
  return sent.some(each => sameJson(each, fields)) ? sent : [...sent, fields];
}

/** Returns a new record's edit that knows of an earlier attempt, if there was one. */
export function withLost(edit: RecordEdit, lost: LostCreation | undefined): RecordEdit {
  return lost === undefined ? edit : { ...edit, lost };
}

/**
 * Edits that undo a save. They are compared, planned and saved like any others; created records are deleted. Several
 * outcomes of one record give one edit.
 */
export function revertEdits(outcomes: readonly StepOutcome[]): RecordEdit[] {
  const edits = outcomes.flatMap(({ step, outcome }): RecordEdit[] => {
    if (!wasWritten(outcome)) return [];
    if (step.kind === 'create') {
      const id = outcome.record && idOf(outcome.record);
      return id === undefined ? [] : [{ id, read: outcome.record, edited: undefined }];
    }
    if (step.kind === 'delete') return [{ id: undefined, read: undefined, edited: step.expected, isRestored: true }];
    const refused = new Map(outcome.status === 'partly' ? outcome.refused.map(field => [field.name, field]) : []);
    const stored = step.writes.filter(({ name, from }) => {
      const field = refused.get(name);
      return field === undefined || (!field.isOvertaken && !sameJson(field.stored ?? null, from ?? null));
    });
    if (stored.length === 0) return [];
    // The service may have stored another value than the sent one, for example a date with fewer digits.
    const read = new Map(
      stored.flatMap(({ name, to }) => pair(name, refused.has(name) ? refused.get(name)?.stored : to)),
    );
    const edited = new Map(stored.flatMap(({ name, from }) => pair(name, from)));
    return [{ id: step.id, read, edited }];
  });
  return edits.flatMap((edit, at) => {
    const isSame = ({ id }: RecordEdit) => id !== undefined && id === edit.id;
    const first = edits.findIndex(isSame);
    return first >= 0 && first < at
      ? []
      : edits.slice(at + 1).reduce((all, later) => (isSame(later) ? joined(all, later) : all), edit);
  });
}

function joined(one: RecordEdit, other: RecordEdit): RecordEdit {
  const [read, edited] = (['read', 'edited'] as const).map(side => {
    return one[side] && other[side] && new Map([...one[side], ...other[side]]);
  });
  return { id: one.id, read, edited };
}

interface RecordState {
  read: JsonObject | undefined;
  shown: JsonObject | undefined;
}

function savedState(record: JsonObject | undefined): RecordState {
  return { read: record, shown: record };
}

/** A refused field keeps the edited value in the text. It stays unsaved because another value counts as read. */
function partlySaved(record: JsonObject, refused: readonly RefusedField[]): RecordState {
  const [read, shown] = [new Map(record), new Map(record)];
  for (const { name, sent, base } of refused) {
    setMember(read, name, base);
    setMember(shown, name, sent);
  }
  return { read, shown };
}

function refusedCells(outcomes: readonly StepOutcome[]): RefusedCell[] {
  return outcomes.flatMap(({ outcome }) => {
    const id = outcome.status === 'partly' ? idOf(outcome.record) : undefined;
    return outcome.status !== 'partly' || id === undefined ? [] : outcome.refused.map(field => ({ ...field, id }));
  });
}

function unsaved({ edit, server }: RecordMerge, decision: RecordDecision, read = edit.read): RecordState {
  if (decision.do === 'ask') {
    // The row of a created record may lack fields that the service added. This is not an edit.
    const added = [...(read ?? [])].filter(([name]) => edit.read?.has(name) !== true);
    return { read, shown: edit.edited && new Map([...edit.edited, ...added]) };
  }
  if (decision.do === 'nothing') return savedState(server);
  if (decision.do === 'delete') return { read: server, shown: undefined };
  // A record that was deleted on the server and is restored here is a new record now.
  if (decision.do === 'create') return { read: undefined, shown: withoutSystemColumns(decision.fields) };
  const shown = new Map(server);
  for (const { name, to } of decision.writes) setMember(shown, name, to);
  return { read: server, shown };
}

/** Keeps only the columns of the document, with the earlier columns first and in their order. */
function restricted({ read, shown }: RecordState, like: JsonObject, chosen?: readonly string[]): RecordState {
  const names = chosen === undefined ? undefined : new Set([...keysText(chosen).split(','), ...like.keys()]);
  const arranged = (record: JsonObject | undefined): JsonObject | undefined => {
    if (record === undefined) return undefined;
    const order = new Set([...like.keys(), ...record.keys()]);
    const columns = [...order].filter(name => names === undefined || names.has(name));
    return new Map(columns.flatMap(name => pair(name, record.get(name))));
  };
  return { read: arranged(read), shown: arranged(shown) };
}

function pair(name: string, value: Json | undefined): [string, Json][] {
  return value === undefined ? [] : [[name, value]];
}
