import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { ApiError } from '../../../src/api/errors';
import { Secret } from '../../../src/api/secret';
import { AuthError } from '../../../src/auth/authError';
import type { Ledger } from '../../../src/auth/ledger';
import type { Fault } from '../../../src/sandbox/sandbox';
import { cases } from '../cases';
import { blindLedger } from './blindLedger';
import { authorizePath, tokenPath, withWorld, type World } from './fixture';
import { expiryMs, Simulation, type CallOutcome, type CrashPoint } from './simulation';

const windows = 3;

type Step =
  | { do: 'expire' | 'revoke' | 'reset' | 'timeout' }
  | { do: 'fail'; fault: Fault }
  | { do: 'crash'; window: number; point: CrashPoint }
  | { do: 'lag'; reads: number }
  | { do: 'call'; windows: number[] };

const window = fc.nat({ max: windows - 1 });
const fault: fc.Arbitrary<Fault> = fc.record({
  path: fc.constantFrom(tokenPath, authorizePath),
  kind: fc.constantFrom('reset', 'lostResponse', 'html', 'truncated', 'status'),
  status: fc.constantFrom(429, 500, 503),
});
const point: fc.Arbitrary<CrashPoint> = fc.record({
  operation: fc.integer({ min: 1, max: 5 }),
  side: fc.constantFrom('before', 'after'),
});
const call: fc.Arbitrary<Step> = fc.record({
  do: fc.constant('call'),
  windows: fc.uniqueArray(window, { minLength: 1 }),
});
const disturbance: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constantFrom('expire' as const, 'revoke' as const, 'timeout' as const) }),
  fc.record({ do: fc.constant('fail' as const), fault }),
  fc.record({ do: fc.constant('crash' as const), window, point }),
  fc.record({ do: fc.constant('lag' as const), reads: fc.nat({ max: 3 }) }),
);
const steps = fc
  .array(fc.tuple(fc.array(disturbance, { maxLength: 3 }), call), { minLength: 1, maxLength: 6 })
  .map(groups => groups.flatMap(([disturbances, called]) => [...disturbances, called]));

describe('any sequence of events', () => {
  it('with a valid ClientSecret ends in a usable token in every window, without a replay', () =>
    fc.assert(
      fc.asyncProperty(steps, async sequence => {
        const simulation = await play(sequence);
        assert.equal(simulation.replays, 0);
      }),
      { numRuns: cases(60) },
    ));

  it('with a refused ClientSecret ends in one question for all windows', () =>
    fc.assert(
      fc.asyncProperty(steps, steps, async (before, after) => {
        const simulation = await play([...before, { do: 'reset' }, { do: 'expire' }, ...after], 'refused');
        assert.equal(simulation.replays, 0);
        const questions = simulation.events.filter(({ kind }) => kind === 'credentialsRefused').length;
        // If a window crashes while it asks the user, the next window asks again.
        assert.ok(questions >= 1 && questions <= 1 + simulation.crashes, `${questions} questions`);
      }),
      { numRuns: cases(40) },
    ));

  it('fails without stamp and journal', () =>
    assert.rejects(
      fc.assert(
        fc.asyncProperty(steps, async sequence => {
          assert.equal((await play(sequence, 'usable', blindLedger)).replays, 0);
        }),
        { numRuns: 60, seed: 1, endOnFailure: true },
      ),
      /Property failed/,
    ));
});

/** Runs the steps, then lets every window call once more without faults. */
async function play(sequence: Step[], end: 'usable' | 'refused' = 'usable', ledger?: Ledger): Promise<Simulation> {
  let played: Simulation | undefined;
  await withWorld(async world => {
    const simulation = (played = new Simulation(world, windows, ledger));
    await simulation.tokens(0).keep(new Secret(world.shop.clientSecret));
    await simulation.tokens(0).authorize();
    for (const step of sequence) await take(step, simulation, world);
    world.sandbox.clearFaults();
    simulation.forgetCrashes();
    simulation.lag = 0;
    simulation.timeouts = 0;
    if (end === 'refused') world.pass(expiryMs);
    for (let index = 0; index < windows; index++) {
      for (const outcome of await simulation.call(index, 2)) {
        if (end === 'usable') assert.deepEqual(outcome, { kind: 'ok' });
        else assert.ok(outcome.kind === 'failed' && isRefusal(outcome.error), JSON.stringify(outcome));
      }
    }
  });
  assert.ok(played);
  return played;
}

async function take(step: Step, simulation: Simulation, world: World): Promise<void> {
  switch (step.do) {
    case 'expire':
      return world.pass(expiryMs);
    case 'revoke':
      return world.sandbox.revokeTokens(world.shop.clientId);
    case 'reset':
      world.sandbox.resetSecret(world.shop.clientId);
      return;
    case 'fail':
      return world.sandbox.fail(step.fault);
    case 'crash':
      return simulation.crashSoon(step.window, step.point);
    case 'timeout':
      simulation.timeouts += 1;
      return;
    case 'lag':
      simulation.lag = step.reads;
      return;
    case 'call': {
      const outcomes = await Promise.all(step.windows.map(index => simulation.call(index, 3)));
      outcomes.flat().forEach(assertHarmless);
    }
  }
}

/**
 * Asserts that a call failed only because the service failed, refused the ClientSecret or did not respond, and never
 * because a credential was lost.
 */
function assertHarmless(outcome: CallOutcome): void {
  if (outcome.kind !== 'failed') return;
  const { error } = outcome;
  const isExpected = error instanceof ApiError || isRefusal(error);
  assert.ok(isExpected || (error instanceof AuthError && error.code === 'outcomeUnknown'), String(error));
}

function isRefusal(error: unknown): boolean {
  return error instanceof AuthError && error.code === 'credentialsRefused';
}
