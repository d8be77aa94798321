import { ApiError } from '../api/errors';
import { pause, retryWaits, withRetryAfter } from '../api/http/retryAfter';
import type { DataService, WriteRequest } from '../api/openApi/dataService';
import type { Change, ChangeOutcome, WriteOutcome, Protection, ReadBack, WrittenChange } from './change';
import { sendWrite } from './sendWrite';

export interface ExecuteOptions {
  /** Stops before the next change. A request in flight is not aborted. */
  signal?: AbortSignal | undefined;
  /** Called after each change. Whether the service stored every value is known only when `execute` resolves. */
  onSent?: ((index: number) => void) | undefined;
  /** Called with the seconds when the service asks to wait (429). */
  waiting?: ((seconds: number) => void) | undefined;
}

/** The service reported success, but its response does not prove what it stored. */
interface Unproven<S> extends Protection {
  status: 'written';
  response: S | undefined;
}

type ReadTogether<S, D> = ReadBack<S, D>['read'];
type ChangeResult<S, D> = WriteOutcome<S, D> | Unproven<S>;

/**
 * Sends each change once, in order. After a lost response it reads the current state and does not send again. After
 * 401, 429, 5xx or a lost connection it does not send the rest. Where a response does not prove what was stored, it
 * reads the state back at the end and compares. Resolves to an outcome for each change, in order; never rejects.
 * @param service without a signal in its context, because a signal could abort a write in flight
 */
export async function execute<S, D>(
  service: DataService,
  changes: readonly Change<S, D>[],
  options: ExecuteOptions = {},
): Promise<ChangeOutcome<S, D>[]> {
  return new Execution<S, D>(service, options).run(changes);
}

class Execution<S, D> {
  readonly #service: DataService;
  readonly #signal: AbortSignal;
  readonly #options: ExecuteOptions;

  constructor(service: DataService, options: ExecuteOptions) {
    this.#service = service;
    this.#signal = options.signal ?? new AbortController().signal;
    this.#options = options;
  }

  async run(changes: readonly Change<S, D>[]): Promise<ChangeOutcome<S, D>[]> {
    const sent: { change: Change<S, D>; outcome: ChangeResult<S, D> }[] = [];
    const states = new Map<Change<S, D>, S | undefined>();
    let ended = false;
    for (const [index, planned] of changes.entries()) {
      const change = ended || this.#signal.aborted ? undefined : completedChange(planned, states);
      const outcome: ChangeResult<S, D> =
        change === undefined ? { status: 'notSent' } : await this.#attemptWithWaits(change);
      ended ||= endsRun(outcome);
      sent.push({ change: change ?? planned, outcome });
      if (outcome.status === 'saved') states.set(planned, outcome.state);
      if (outcome.status === 'written') states.set(planned, outcome.response);
      this.#options.onSent?.(index);
    }
    return this.#confirm(sent);
  }

  /** Repeats the whole attempt after a 429, because the state that was read before may have changed during the wait. */
  async #attemptWithWaits(change: Change<S, D>): Promise<ChangeResult<S, D>> {
    const waitFor = retryWaits();
    for (;;) {
      let outcome: ChangeResult<S, D>;
      try {
        outcome = await this.#attempt(change);
      } catch (error) {
        // Only a failed read throws. It has already been repeated after a 429.
        return { status: 'refused', error };
      }
      const seconds = outcome.status === 'refused' ? waitFor([outcome.error]) : undefined;
      if (seconds === undefined) return outcome;
      this.#options.waiting?.(seconds);
      await pause(seconds, this.#signal);
      if (this.#signal.aborted) return outcome;
    }
  }

  async #attempt(change: Change<S, D>): Promise<ChangeResult<S, D>> {
    const earlier = await this.#read({ read: change.findEarlier });
    if (earlier !== undefined && earlier.length > 0) {
      return { status: 'unknown', error: undefined, server: undefined, similar: earlier };
    }
    let readAt: number | undefined;
    if (change.check === 'readBefore') {
      const now = await this.#read(change);
      readAt = performance.now();
      const overtaken = outcomeWithoutWrite(change, now, { conditional: false });
      if (overtaken !== undefined) return overtaken;
    }
    const conditional = change.check === 'conditional';
    const first = await this.#send(change, change.request, { conditional, readAt });
    if (first !== 'notFound') return first;
    const server = await this.#read(change);
    readAt = performance.now();
    const overtaken = outcomeWithoutWrite(change, server, { conditional });
    if (overtaken !== undefined) return overtaken;
    if (change.unconditionalRequest === undefined) return { status: 'conflict', server };
    const again = await this.#send(change, change.unconditionalRequest, { conditional: false, readAt });
    return again === 'notFound' ? { status: 'conflict', server } : again;
  }

  async #send(
    change: Change<S, D>,
    request: WriteRequest,
    { conditional, readAt }: { conditional: boolean; readAt: number | undefined },
  ): Promise<ChangeResult<S, D> | 'notFound'> {
    const sent = await sendWrite(this.#service, request);
    const protection: Protection =
      conditional || readAt === undefined
        ? { conditional }
        : { conditional, gap: Math.max(1, Math.ceil(performance.now() - readAt)) };
    if ('error' in sent) {
      if (!sent.maybeDone) return { status: 'refused', error: sent.error };
      return this.#afterLoss(change, protection, sent.error);
    }
    const answer = change.answer(sent.text, request);
    switch (answer.status) {
      case 'notFound':
        return 'notFound';
      case 'refused':
        return { status: 'refused', error: answer.message };
      case 'unclear':
        return this.#afterLoss(change, protection, undefined);
      case 'written': {
        if (change.after === undefined) return { status: 'saved', state: undefined, ...protection };
        // A response proves the write if it contains every value as it was sent.
        const isProven = answer.state !== undefined && change.differences(answer.state, answer.state).length === 0;
        if (isProven) return { status: 'saved', state: answer.state, ...protection };
        return { status: 'written', response: answer.state, ...protection };
      }
    }
  }

  /** Reads the current state after a lost or unclear response, because only the state shows what happened. */
  async #afterLoss(change: Change<S, D>, protection: Protection, error: unknown): Promise<WriteOutcome<S, D>> {
    if (change.read === undefined) {
      return { status: 'unknown', error, server: undefined, similar: await this.#findSimilar(change) };
    }
    let server: S | undefined;
    try {
      server = await this.#read(change);
    } catch {
      return { status: 'unknown', error, server: undefined, similar: [] };
    }
    const state = change.stateOf(server);
    if (state === 'done') return { status: 'saved', state: server, ...protection };
    if (state === 'part' && server !== undefined) return outcomeOfState(change, server, undefined, protection);
    // The request may still be on its way, so an unchanged state proves nothing.
    return state === 'changed' ? { status: 'conflict', server } : { status: 'unknown', error, server, similar: [] };
  }

  async #findSimilar(change: Change<S, D>): Promise<readonly S[]> {
    try {
      return (await change.findSimilar?.(this.#service)) ?? [];
    } catch {
      return [];
    }
  }

  async #read<R>({ read }: { read?: ((service: DataService) => Promise<R>) | undefined }): Promise<R | undefined> {
    if (read === undefined) return undefined;
    return withRetryAfter(() => read(this.#service), this.#signal, this.#options.waiting);
  }

  /**
   * Reads back the writes without proof, even after a cancellation, because they have already happened. A cancellation
   * only ends a wait after a 429.
   */
  async #confirm(
    sent: readonly { change: Change<S, D>; outcome: ChangeResult<S, D> }[],
  ): Promise<ChangeOutcome<S, D>[]> {
    const written = sent.flatMap(({ change, outcome }) =>
      outcome.status === 'written' ? [{ change, response: outcome.response }] : [],
    );
    const states = new Map<Change<S, D>, { now: S | undefined } | { error: unknown }>();
    for (const [readTogether, group] of grouped(written)) {
      try {
        const read = () => readTogether(this.#service, group);
        const readStates = await withRetryAfter(read, this.#signal, this.#options.waiting);
        group.forEach(({ change }, at) => states.set(change, { now: readStates[at] }));
      } catch (error) {
        for (const { change } of group) states.set(change, { error });
      }
    }
    return sent.map(({ change, outcome }): ChangeOutcome<S, D> => {
      if (outcome.status !== 'written') return { change, outcome };
      const { status: _, response, ...protection } = outcome;
      const current = states.get(change);
      const now = current !== undefined && 'now' in current ? current.now : undefined;
      // If a new object cannot be read back, use the response: another server of the service may not have the object yet.
      // The response has the ID. Without the ID, the next save would create the object a second time.
      const state = now ?? (change.before === undefined ? response : undefined);
      if (state === undefined && (current === undefined || 'error' in current)) {
        return { change, outcome: { status: 'unknown', error: current?.error, server: undefined, similar: [] } };
      }
      return { change, outcome: outcomeOfState(change, state, response, protection) };
    });
  }
}

/** Returns the change with its final request; `undefined` if a change in `needs` was not written. */
function completedChange<S, D>(
  change: Change<S, D>,
  states: ReadonlyMap<Change<S, D>, S | undefined>,
): Change<S, D> | undefined {
  const { needs = [], bind } = change;
  if (!needs.every(needed => states.has(needed))) return undefined;
  if (bind === undefined) return change;
  const neededStates = needs.map(needed => states.get(needed)).filter(state => state !== undefined);
  return neededStates.length === needs.length ? bind(neededStates) : undefined;
}

/**
 * Returns the outcome if nothing is left to write, or if somebody else changed the object. Returns `undefined` if the
 * change can be sent.
 */
export function outcomeWithoutWrite<S, D>(
  change: Change<S, D>,
  now: S | undefined,
  { conditional }: Pick<Protection, 'conditional'>,
): WriteOutcome<S, D> | undefined {
  const state = change.stateOf(now);
  if (state === 'done') return { status: 'saved', state: now, conditional };
  return state === 'expected' ? undefined : { status: 'conflict', server: now };
}

function outcomeOfState<S, D>(
  change: Change<S, D>,
  now: S | undefined,
  response: S | undefined,
  protection: Protection,
): WriteOutcome<S, D> {
  if (now === undefined) return { status: 'conflict', server: undefined };
  const differences = change.differences(now, response);
  if (differences.length === 0) return { status: 'saved', state: now, ...protection };
  return { status: 'partly', state: now, differences, ...protection };
}

/** Yields groups of changes. One request reads back one group. */
function* grouped<S, D>(
  written: readonly WrittenChange<S, D>[],
): Generator<[ReadTogether<S, D>, WrittenChange<S, D>[]]> {
  const groups = new Map<ReadBack<S, D> | undefined, WrittenChange<S, D>[]>();
  for (const each of written) {
    const { readBack } = each.change;
    const group = groups.get(readBack);
    if (group === undefined) groups.set(readBack, [each]);
    else group.push(each);
  }
  for (const [readBack = { atOnce: 1, read: readSingly }, all] of groups) {
    for (let at = 0; at < all.length; at += readBack.atOnce) {
      yield [readBack.read, all.slice(at, at + readBack.atOnce)];
    }
  }
}

/** Reads back a single change, for changes without `readBack`. */
async function readSingly<S, D>(service: DataService, [only]: readonly WrittenChange<S, D>[]) {
  return [await only?.change.read?.(service)];
}

/** True if the next change would probably fail as well: 401, 429, 5xx, or no response. */
function endsRun({ status, ...outcome }: ChangeResult<unknown, unknown>): boolean {
  if (status !== 'refused' && status !== 'unknown') return false;
  const { error } = outcome as { error: unknown };
  if (!(error instanceof ApiError) || error.code !== 'status') return error instanceof Error;
  return error.status === 401 || error.status === 429 || (error.status ?? 0) >= 500;
}
