import { ApiError } from '../api/errors';
import { withRetryAfter } from '../api/http/retryAfter';
import { ExactNumber, isJsonObject, isList, valueOf, type Json, type JsonObject } from './json';
import type { DeleteStep, CreateStep, Plan, PlanStep, UpdateStep } from './plan';
import { conditionOf } from './condition';
import { readByIds, searchRecords } from './records';
import { recordsIn, sameField } from './recordsText';
import type { Table } from './schema';
import { call, type DataRequest, type DataService } from './service';

/** What became of one step. Only `saved` is saved; everything else stays unsaved in the editor. */
export type Outcome =
  /** `record`: as it is there now; `undefined` after a deletion. `conditional`: the service compared while it wrote. */
  | { status: 'saved'; record: JsonObject | undefined; conditional: boolean }
  /** Somebody else was faster. `server`: what is there now; `undefined`: nothing. */
  | { status: 'conflict'; server: JsonObject | undefined }
  /** The service refused it, or it could not be sent; nothing was written. `error`: an ApiError, or the service's words. */
  | { status: 'refused'; error: unknown }
  /** It was sent and no response came. What could be seen afterwards does not settle whether it was carried out. */
  | { status: 'unknown'; error: unknown; server: JsonObject | undefined; alike: readonly JsonObject[] }
  /** Cancelled before, or left out because the service cannot be reached or lets nobody in. */
  | { status: 'notSent' };

export interface StepOutcome {
  step: PlanStep;
  outcome: Outcome;
}

export interface SaveOptions {
  /** Stops between two records; a request that is under way is waited for. */
  signal?: AbortSignal | undefined;
  onOutcome?: (outcome: StepOutcome, index: number) => void;
  /** Told the seconds when the service asks to wait (429). */
  waiting?: (seconds: number) => void;
}

/** One plan on its way. */
interface Saving {
  service: DataService;
  table: Table;
  signal: AbortSignal;
  waiting: ((seconds: number) => void) | undefined;
}

/**
 * Carries out a plan, step by step: each once, under its condition, and never a second time when the response is lost; then
 * the record is read again. Resolves to an outcome for each step, in order; throws nothing.
 * @param service without a signal in its context: it could end a write in the middle
 */
export async function save(
  service: DataService,
  { table, steps }: Plan,
  options: SaveOptions = {},
): Promise<StepOutcome[]> {
  const signal = options.signal ?? new AbortController().signal;
  const saving: Saving = { service, table, signal, waiting: options.waiting };
  const outcomes: StepOutcome[] = [];
  let ended = false;
  for (const [index, step] of steps.entries()) {
    const outcome: Outcome = ended || signal.aborted ? { status: 'notSent' } : await carryOut(saving, step);
    ended ||= endsAll(outcome);
    outcomes.push({ step, outcome });
    options.onOutcome?.({ step, outcome }, index);
  }
  return outcomes;
}

/** Whether the next step would fare the same: no connection, no way in, too many requests. */
function endsAll(outcome: Outcome): boolean {
  if (outcome.status !== 'refused' && outcome.status !== 'unknown') return false;
  const { error } = outcome;
  if (!(error instanceof ApiError) || error.code !== 'status') return error instanceof Error;
  return error.status === 401 || error.status === 429 || (error.status ?? 0) >= 500;
}

async function carryOut(saving: Saving, step: PlanStep): Promise<Outcome> {
  try {
    if (step.kind === 'create') return await create(saving, step);
    return await write(saving, step);
  } catch (error) {
    return { status: 'refused', error };
  }
}

async function create(saving: Saving, step: CreateStep): Promise<Outcome> {
  const sent = await send(saving, step.request);
  if ('text' in sent) {
    const [record] = recordsIn(valueOf(sent.text));
    if (record !== undefined) return { status: 'saved', record, conditional: true };
    return { status: 'unknown', error: undefined, server: undefined, alike: await alikeTo(saving, step) };
  }
  if (!sent.maybeDone) return { status: 'refused', error: sent.error };
  return { status: 'unknown', error: sent.error, server: undefined, alike: await alikeTo(saving, step) };
}

/** An update or a deletion: by its condition, and once more without where the condition alone was at fault. */
async function write(saving: Saving, step: UpdateStep | DeleteStep): Promise<Outcome> {
  const sent = await send(saving, step.request);
  if ('error' in sent)
    return sent.maybeDone ? afterLoss(saving, step, sent.error) : { status: 'refused', error: sent.error };
  const result = bulkResult(sent.text);
  if (result === undefined) return afterLoss(saving, step, undefined);
  if (result.succeed > 0) return saved(step, step.conditional, result.updatedAt);
  if (result.message !== undefined) return { status: 'refused', error: result.message };
  const server = await readNow(saving, step.id);
  const state = stateOf(step, server);
  if (state === 'done') return { status: 'saved', record: server, conditional: step.conditional };
  if (state === 'changed') return { status: 'conflict', server };
  const again = await send(saving, step.plainRequest);
  if ('error' in again)
    return again.maybeDone ? afterLoss(saving, step, again.error) : { status: 'refused', error: again.error };
  const [record] = recordsIn(valueOf(again.text));
  return record === undefined ? saved(step, false, undefined) : { status: 'saved', record, conditional: false };
}

/** The response was lost: what is there now tells as much as can be known. */
async function afterLoss(saving: Saving, step: UpdateStep | DeleteStep, error: unknown): Promise<Outcome> {
  let server: JsonObject | undefined;
  try {
    server = await readNow(saving, step.id);
  } catch {
    return { status: 'unknown', error, server: undefined, alike: [] };
  }
  const state = stateOf(step, server);
  if (state === 'done') return { status: 'saved', record: server, conditional: step.conditional };
  // It may still be on its way, so a record that is unchanged settles nothing.
  return state === 'changed' ? { status: 'conflict', server } : { status: 'unknown', error, server, alike: [] };
}

function stateOf(step: UpdateStep | DeleteStep, server: JsonObject | undefined): 'done' | 'expected' | 'changed' {
  if (step.kind === 'delete') {
    if (server === undefined) return 'done';
    const names = new Set([...server.keys(), ...step.expected.keys()]);
    const isSame = [...names].every(name => sameField(server.get(name), step.expected.get(name)));
    return isSame ? 'expected' : 'changed';
  }
  if (server === undefined) return 'changed';
  if (step.writes.every(({ name, to }) => sameField(server.get(name), to))) return 'done';
  return step.writes.every(({ name, from }) => sameField(server.get(name) ?? null, from ?? null))
    ? 'expected'
    : 'changed';
}

function saved(step: UpdateStep | DeleteStep, conditional: boolean, updatedAt: Json | undefined): Outcome {
  if (step.kind === 'delete') return { status: 'saved', record: undefined, conditional };
  const record = new Map(step.merge.server);
  for (const { name, to } of step.writes) {
    if (to === undefined) record.delete(name);
    else record.set(name, to);
  }
  if (updatedAt instanceof ExactNumber) record.set('updated_at', updatedAt);
  return { status: 'saved', record, conditional };
}

async function readNow({ service, table, signal, waiting }: Saving, id: string): Promise<JsonObject | undefined> {
  const [record] = await withRetryAfter(() => readByIds(service, table.id, [id]), signal, waiting);
  return record;
}

/** Records that say the same as one that may have been created: among them may be the one. */
async function alikeTo({ service, table }: Saving, { fields }: CreateStep): Promise<JsonObject[]> {
  const { where } = conditionOf(table, undefined, fields, undefined);
  try {
    const found = await searchRecords(service, table.id, { where, limit: '20' });
    return found.filter(record => [...fields].every(([name, value]) => sameField(record.get(name), value)));
  } catch {
    return [];
  }
}

type Sent = { text: string } | { error: unknown; maybeDone: boolean };

/** What never reached the service, by the ApiError's code. */
const unsent = new Set(['unknownHost', 'refused', 'tls', 'insecure']);

/** Sends a write. After 429 it is sent again when the service says so: that one was not carried out. */
async function send({ service, signal, waiting }: Saving, request: DataRequest): Promise<Sent> {
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
  updatedAt: Json | undefined;
  /** The service's words on a record that it found and did not change. */
  message: string | undefined;
}

/** What a change of the records that a condition selects says (service reference, bulk update); here it is one at most. */
function bulkResult(text: string): BulkResult | undefined {
  const body = valueOf(text);
  if (!isJsonObject(body)) return undefined;
  const [succeed, results] = [body.get('succeed'), body.get('operation_result')];
  const [result] = isList(results) ? results : [];
  const [success, failure] = ['success', 'error'].map(name => (isJsonObject(result) ? result.get(name) : undefined));
  const message = isJsonObject(failure) ? failure.get('err_msg') : undefined;
  if (!(succeed instanceof ExactNumber)) return undefined;
  return {
    succeed: Number(succeed.text),
    updatedAt: isJsonObject(success) ? success.get('updated_at') : undefined,
    message: typeof message === 'string' ? message : isJsonObject(failure) ? '' : undefined,
  };
}
