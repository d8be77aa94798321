import { refusedFields, type RefusedField } from './acceptance';
import { ApiError } from '../../api/errors';
import { withRetryAfter } from '../../api/http/retryAfter';
import { ExactNumber, isJsonObject, isList, valueOf, type JsonObject } from '../../json/json';
import type { FieldWrite } from './merge';
import type { DeleteStep, CreateStep, Plan, PlanStep, UpdateStep } from './plan';
import { conditionOf } from './condition';
import { idsAtOnce, keysWith, readByIds, searchRecords } from './records';
import { idOf, recordsIn } from '../text/recordsText';
import { fieldComparer, type SameField } from '../values/sameValue';
import type { Table } from '../table/schema';
import { call, type DataRequest, type DataService } from '../table/service';

/** The outcome of one step. Only `saved` is saved; everything else stays unsaved in the editor. */
export type SaveOutcome =
  /** `record`: its current state; `undefined` after a deletion. `conditional`: the service checked a condition. */
  | { status: 'saved'; record: JsonObject | undefined; conditional: boolean }
  /** The service wrote the record, but not the values of some fields. `record`: its current state. */
  | { status: 'partly'; record: JsonObject; refused: readonly RefusedField[]; conditional: boolean }
  /** Somebody else changed the record first. `server`: its current state; `undefined` if it is deleted. */
  | { status: 'conflict'; server: JsonObject | undefined }
  /** The write was refused or could not be sent; nothing was written. `error`: an ApiError, or the service's message. */
  | { status: 'refused'; error: unknown }
  /** The write was sent and no response came. A later look at the record does not prove whether it was performed. */
  | { status: 'unknown'; error: unknown; server: JsonObject | undefined; alike: readonly JsonObject[] }
  /** The save was cancelled, or the step was skipped because the service is unreachable or refuses access. */
  | { status: 'notSent' };

export interface StepOutcome {
  step: PlanStep;
  outcome: SaveOutcome;
}

export interface SaveOptions {
  /** The columns the document shows, when it does not show all. */
  chosen?: readonly string[] | undefined;
  /** Stops between two records; a running request is awaited. */
  signal?: AbortSignal | undefined;
  /** Called after each request. Whether the service stored every value is known only when `save` resolves. */
  onSent?: (index: number) => void;
  /** Called with the number of seconds when the service asks to wait (429). */
  waiting?: (seconds: number) => void;
}

/** The state of one running plan. */
interface Saving {
  service: DataService;
  table: Table;
  same: SameField;
  signal: AbortSignal;
  waiting: ((seconds: number) => void) | undefined;
}

/** The service reported success, but its response does not prove that it stored every value. */
interface WriteResult {
  status: 'written';
  id: string;
  conditional: boolean;
  /** The record in the response. The response to a conditional write has none. */
  response?: JsonObject;
}

/** Whether the service has the record as a result of this step, with all values or some of them. */
export function wasWritten(outcome: SaveOutcome): outcome is Extract<SaveOutcome, { status: 'saved' | 'partly' }> {
  return outcome.status === 'saved' || outcome.status === 'partly';
}

/**
 * Executes a plan step by step: each step once, under its condition, and never again when the response is lost. Where a
 * response does not prove the stored values, reads the records back at the end and compares each field. Resolves to an
 * outcome for each step, in order; never rejects.
 * @param service without a signal in its context, which could abort a write
 */
export async function save(
  service: DataService,
  { table, steps }: Plan,
  options: SaveOptions = {},
): Promise<StepOutcome[]> {
  const signal = options.signal ?? new AbortController().signal;
  const same = fieldComparer(table.columns);
  const saving: Saving = { service, table, same, signal, waiting: options.waiting };
  const sent: { step: PlanStep; outcome: SaveOutcome | WriteResult }[] = [];
  let ended = false;
  for (const [index, step] of steps.entries()) {
    const outcome = ended || signal.aborted ? ({ status: 'notSent' } as const) : await carryOut(saving, step);
    ended ||= endsAll(outcome);
    sent.push({ step, outcome });
    options.onSent?.(index);
  }
  return confirmed(saving, sent, options.chosen);
}

/** Reads back the records that were written without proof, also after a cancelled save. */
async function confirmed(
  { service, table, same, waiting }: Saving,
  sent: readonly { step: PlanStep; outcome: SaveOutcome | WriteResult }[],
  chosen: readonly string[] | undefined,
): Promise<StepOutcome[]> {
  const written = sent.flatMap(({ step, outcome }) => (outcome.status === 'written' ? [{ step, id: outcome.id }] : []));
  const ids = written.map(({ id }) => id);
  const names = written.flatMap(({ step }) => writesOf(step).map(({ name }) => name));
  const keys = chosen === undefined ? undefined : keysWith(table, chosen, names);
  const found = new Map<string, JsonObject>();
  const failures = new Map<string, unknown>();
  for (let at = 0; at < ids.length; at += idsAtOnce) {
    const some = ids.slice(at, at + idsAtOnce);
    try {
      const read = () => readByIds(service, table.id, some, keys);
      const records = await withRetryAfter(read, new AbortController().signal, waiting);
      for (const record of records) found.set(idOf(record) ?? '', record);
    } catch (error) {
      for (const id of some) failures.set(id, error);
    }
  }
  return sent.map(({ step, outcome }): StepOutcome => {
    if (outcome.status !== 'written') return { step, outcome };
    const { id, response, conditional } = outcome;
    const error = failures.get(id);
    if (failures.has(id)) return { step, outcome: { status: 'unknown', error, server: undefined, alike: [] } };
    return { step, outcome: judged(step, found.get(id), same, conditional, response) };
  });
}

function judged(
  step: PlanStep,
  record: JsonObject | undefined,
  same: SameField,
  conditional: boolean,
  response?: JsonObject,
): SaveOutcome {
  if (record === undefined) return { status: 'conflict', server: undefined };
  const refused = refusedFields(writesOf(step), record, same, response);
  if (refused.length === 0) return { status: 'saved', record, conditional };
  return { status: 'partly', record, refused, conditional };
}

function writesOf(step: PlanStep): readonly FieldWrite[] {
  if (step.kind === 'delete') return [];
  if (step.kind === 'update') return step.writes;
  return [...step.fields].map(([name, to]) => ({ name, from: undefined, to }));
}

/** Whether the record in the response proves the write: every field is as sent. */
function proven(step: CreateStep | UpdateStep, response: JsonObject, same: SameField, conditional: boolean) {
  const outcome = judged(step, response, same, conditional);
  if (outcome.status === 'saved') return outcome;
  return { status: 'written', id: idOf(response) ?? '', conditional, response } as const;
}

/** Whether the next step would fail in the same way: no connection, no access, too many requests. */
function endsAll(outcome: SaveOutcome | WriteResult): boolean {
  if (outcome.status !== 'refused' && outcome.status !== 'unknown') return false;
  const { error } = outcome;
  if (!(error instanceof ApiError) || error.code !== 'status') return error instanceof Error;
  return error.status === 401 || error.status === 429 || (error.status ?? 0) >= 500;
}

async function carryOut(saving: Saving, step: PlanStep): Promise<SaveOutcome | WriteResult> {
  try {
    if (step.kind === 'create') return await create(saving, step);
    return await write(saving, step);
  } catch (error) {
    return { status: 'refused', error };
  }
}

async function create(saving: Saving, step: CreateStep): Promise<SaveOutcome | WriteResult> {
  const sent = await send(saving, step.request);
  if ('text' in sent) {
    const [record] = recordsIn(valueOf(sent.text));
    if (record !== undefined) return proven(step, record, saving.same, true);
    return { status: 'unknown', error: undefined, server: undefined, alike: await alikeTo(saving, step) };
  }
  if (!sent.maybeDone) return { status: 'refused', error: sent.error };
  return { status: 'unknown', error: sent.error, server: undefined, alike: await alikeTo(saving, step) };
}

/** Updates or deletes under the condition, and tries once more without it when the condition alone was at fault. */
async function write(saving: Saving, step: UpdateStep | DeleteStep): Promise<SaveOutcome | WriteResult> {
  // The time of the last change has whole seconds, so a condition that relies on it does not protect every field.
  if (!step.conditional) {
    const server = await readNow(saving, step.id);
    const state = stateOf(saving, step, server);
    if (state === 'done') return { status: 'saved', record: server, conditional: false };
    if (state !== 'expected') return { status: 'conflict', server };
  }
  const sent = await send(saving, step.request);
  if ('error' in sent)
    return sent.maybeDone ? afterLoss(saving, step, sent.error) : { status: 'refused', error: sent.error };
  const result = bulkResult(sent.text);
  if (result === undefined) return afterLoss(saving, step, undefined);
  if (result.succeed > 0) return done(step, step.conditional);
  if (result.message !== undefined) return { status: 'refused', error: result.message };
  const server = await readNow(saving, step.id);
  const state = stateOf(saving, step, server);
  if (state === 'done') return { status: 'saved', record: server, conditional: step.conditional };
  if (state !== 'expected') return { status: 'conflict', server };
  const again = await send(saving, step.plainRequest);
  if ('error' in again)
    return again.maybeDone ? afterLoss(saving, step, again.error) : { status: 'refused', error: again.error };
  const [record] = recordsIn(valueOf(again.text));
  return record === undefined || step.kind === 'delete' ? done(step, false) : proven(step, record, saving.same, false);
}

/** After a lost response, the current state of the record gives the best possible answer. */
async function afterLoss(saving: Saving, step: UpdateStep | DeleteStep, error: unknown): Promise<SaveOutcome> {
  let server: JsonObject | undefined;
  try {
    server = await readNow(saving, step.id);
  } catch {
    return { status: 'unknown', error, server: undefined, alike: [] };
  }
  const state = stateOf(saving, step, server);
  if (state === 'done') return { status: 'saved', record: server, conditional: step.conditional };
  if (state === 'part') return judged(step, server, saving.same, step.conditional);
  // The request may still be on its way, so an unchanged record proves nothing.
  return state === 'changed' ? { status: 'conflict', server } : { status: 'unknown', error, server, alike: [] };
}

/** `part`: some fields are as sent and all others as before, so the service refused those. */
function stateOf(
  { same }: Saving,
  step: UpdateStep | DeleteStep,
  server: JsonObject | undefined,
): 'done' | 'part' | 'expected' | 'changed' {
  if (step.kind === 'delete') {
    if (server === undefined) return 'done';
    const names = new Set([...server.keys(), ...step.expected.keys()]);
    const isSame = [...names].every(name => same(name, server.get(name), step.expected.get(name)));
    return isSame ? 'expected' : 'changed';
  }
  if (server === undefined) return 'changed';
  const isSent = ({ name, to }: FieldWrite): boolean => same(name, server.get(name), to);
  const isBefore = ({ name, from }: FieldWrite): boolean => same(name, server.get(name) ?? null, from ?? null);
  if (step.writes.every(isSent)) return 'done';
  if (step.writes.every(isBefore)) return 'expected';
  return step.writes.every(write => isSent(write) || isBefore(write)) ? 'part' : 'changed';
}

function done(step: UpdateStep | DeleteStep, conditional: boolean): SaveOutcome | WriteResult {
  if (step.kind === 'delete') return { status: 'saved', record: undefined, conditional };
  return { status: 'written', id: step.id, conditional };
}

async function readNow({ service, table, signal, waiting }: Saving, id: string): Promise<JsonObject | undefined> {
  const [record] = await withRetryAfter(() => readByIds(service, table.id, [id]), signal, waiting);
  return record;
}

/** Records that equal one that may have been created: one of them may be the result. */
async function alikeTo({ service, table, same }: Saving, { fields }: CreateStep): Promise<JsonObject[]> {
  const { where } = conditionOf(table, undefined, fields, undefined);
  try {
    const found = await searchRecords(service, table.id, { where, limit: '20' });
    return found.filter(record => [...fields].every(([name, value]) => same(name, record.get(name), value)));
  } catch {
    return [];
  }
}

type SentStep = { text: string } | { error: unknown; maybeDone: boolean };

/** Codes of an ApiError which prove that the request never reached the service. */
const unsent = new Set(['unknownHost', 'refused', 'tls', 'insecure']);

/** Sends a write. Repeats it after 429 when the service says so: a limited request is not performed. */
async function send({ service, signal, waiting }: Saving, request: DataRequest): Promise<SentStep> {
  try {
    return { text: (await withRetryAfter(() => call(service, request), signal, waiting)).text };
  } catch (error) {
    if (!(error instanceof ApiError)) return { error, maybeDone: false };
    const refusal = error.code === 'status' && (error.status ?? 500) < 500 && error.status !== 408;
    return { error, maybeDone: !refusal && !unsent.has(error.code) };
  }
}

interface BulkResult {
  succeed: number;
  /** The service's message about a record that it found and did not change. */
  message: string | undefined;
}

/** Reads the response to a change of all matching records (service reference, bulk update); here of at most one. */
function bulkResult(text: string): BulkResult | undefined {
  const body = valueOf(text);
  if (!isJsonObject(body)) return undefined;
  const [succeed, results] = [body.get('succeed'), body.get('operation_result')];
  const [result] = isList(results) ? results : [];
  const failure = isJsonObject(result) ? result.get('error') : undefined;
  const message = isJsonObject(failure) ? failure.get('err_msg') : undefined;
  if (!(succeed instanceof ExactNumber)) return undefined;
  return {
    succeed: Number(succeed.text),
    message: typeof message === 'string' ? message : isJsonObject(failure) ? '' : undefined,
  };
}
