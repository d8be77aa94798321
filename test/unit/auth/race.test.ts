import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { Secret } from '../../../src/api/secret';
import { createApplicationTokens } from '../../../src/auth/createApplicationTokens';
import { startSandbox, type Sandbox } from '../../../src/sandbox/sandbox';
import { cases } from '../cases';
import { authorizePath, lifetime, tokenPath } from './fixture';
import { lateStore } from './lateStore';
import type { RaceAnswer, RaceOrder, RaceSettings } from './raceWorker';
import { startWorker, type Worker } from './workers';

interface Race {
  /** The maximum number of rounds. With `untilReplay`, the race ends after the first round with a replay. */
  rounds: number;
  untilReplay?: boolean;
  stamp: boolean;
  /** Returns when to kill the owner of the lock in this round, or `undefined` to let it live. */
  crash(round: number): Crash | undefined;
}

/**
 * The time of the kill: when the process holds the lock, or this many milliseconds after the service renewed its
 * tokens.
 */
type Crash = { at: 'lock' } | { at: 'renewal'; delay: number };

interface Outcome {
  /** The number of refreshes that the service refused because the refresh token was spent. */
  replays: number;
  refreshes: number;
  authorizations: number;
  crashes: number;
  calls: number;
  /** Failed calls of processes that were not killed. */
  failures: string[];
}

const processes = 8;
const callers = 20;

describe('the race for the next token set', () => {
  // The third round is the first with a killed owner.
  const rounds = Math.max(3, cases(20));

  it(`replays no refresh token and fails no call, over ${rounds} expiries with killed owners of the lock`, async () => {
    const delays = [0, 1, 3, 10, 50, 150].map((delay): Crash => ({ at: 'renewal', delay }));
    const crashes = [...delays, ...Array<Crash>(3).fill({ at: 'lock' })];
    // The round after each kill needs the next token set, and has no kill.
    const crash = (round: number) => (round % 2 === 0 ? crashes[round / 2 - 1] : undefined);
    const outcome = await run({ rounds, stamp: true, crash });
    report(outcome);
    assert.equal(outcome.replays, 0);
    assert.deepEqual(outcome.failures, []);
    const kills = Array.from({ length: rounds }, (_, round) => crash(round)).filter(Boolean).length;
    assert.ok(kills > 0);
    assert.equal(outcome.crashes, kills);
    assert.ok(outcome.calls >= (rounds * processes - outcome.crashes) * callers, `${outcome.calls} calls`);
    const renewals = outcome.refreshes + outcome.authorizations;
    assert.ok(
      outcome.refreshes <= rounds && outcome.refreshes >= rounds - outcome.crashes,
      `${outcome.refreshes} refreshes`,
    );
    assert.ok(renewals >= rounds && renewals <= rounds + outcome.crashes, `${renewals} renewals`);
  });

  it('replays spent refresh tokens with the stamp switched off', async () => {
    const outcome = await run({ rounds: 6, untilReplay: true, stamp: false, crash: () => undefined });
    report(outcome);
    assert.ok(outcome.replays > 0);
  });
});

async function run(race: Race): Promise<Outcome> {
  let time = 1_800_000_000_000;
  const sandbox = await startSandbox({ categories: 1, accessTokenLifetime: lifetime, now: () => time });
  const directory = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-race-'));
  const settings = await signIn(sandbox, directory, race.stamp, time);
  const start = () => startWorker<RaceOrder, RaceAnswer>('raceWorker', [JSON.stringify(settings)]);
  let runners = Array.from({ length: processes }, start);
  const outcome: Outcome = { replays: 0, refreshes: 0, authorizations: 0, crashes: 0, calls: 0, failures: [] };
  sandbox.onRequest(({ path: url, status }) => {
    if (url === authorizePath) outcome.authorizations += 1;
    if (url === tokenPath && status === 200) outcome.refreshes += 1;
    if (url === tokenPath && status !== 200) outcome.replays += 1;
  });
  try {
    for (let round = 0; round < race.rounds; round++) {
      if (race.untilReplay && outcome.replays > 0) break;
      time += lifetime * 1000;
      const crash = race.crash(round);
      const crashed = crash && killOwner(sandbox, settings.directory, runners, crash);
      const answers = await Promise.all(runners.map(runner => runner.ask({ now: time, callers })));
      await crashed;
      outcome.crashes += runners.filter(runner => runner.isDead).length;
      outcome.calls += answers.filter(answer => answer !== undefined).length * callers;
      outcome.failures.push(...answers.flatMap(answer => answer?.failures ?? []));
      runners = runners.map(runner => (runner.isDead ? start() : runner));
    }
  } finally {
    await Promise.all(runners.map(runner => runner.kill()));
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  }
  // Calls 2 and 3 have the same path, so call 2 of each authorization was counted as a refresh.
  return { ...outcome, refreshes: outcome.refreshes - outcome.authorizations };
}

async function signIn(sandbox: Sandbox, directory: string, stamp: boolean, now: number): Promise<RaceSettings> {
  const [shop] = sandbox.applications;
  assert.ok(shop);
  const { authUrl, clientId } = shop;
  const settings = { authUrl, clientId, directory, storeDirectory: path.join(directory, 'store'), stamp };
  const store = lateStore(settings.storeDirectory);
  const tokens = createApplicationTokens(
    { authUrl, clientId, scope: authUrl },
    { store, directory, fetch: async () => fetch, now: () => now, log: () => undefined },
  );
  await tokens.keep(new Secret(shop.clientSecret));
  await tokens.authorize();
  await store.arrived();
  return settings;
}

/** Kills the process that owns the lock at the moment in `crash`. Resolves when it has ended. */
async function killOwner(
  sandbox: Sandbox,
  directory: string,
  runners: Worker<RaceOrder, RaceAnswer>[],
  crash: Crash,
): Promise<void> {
  let owner: number | undefined;
  if (crash.at === 'renewal') {
    owner = await new Promise<number | undefined>(renewed => {
      const stop = sandbox.onRequest(({ path: url }) => {
        if (url !== tokenPath) return;
        stop();
        const found = ownerOf(directory);
        // Kill before the response is sent: the service has renewed the tokens, but no client has them.
        if (crash.delay === 0) void runners.find(({ pid }) => pid === found)?.kill();
        setTimeout(() => renewed(found), crash.delay);
      });
    });
  }
  while ((owner ??= ownerOf(directory)) === undefined) await nextTurn();
  await runners.find(({ pid }) => pid === owner)?.kill();
}

function ownerOf(directory: string): number | undefined {
  const lock = readdirSync(directory).find(name => name.endsWith('.lock'));
  try {
    const [entry] = lock === undefined ? [] : readdirSync(path.join(directory, lock));
    return entry === undefined ? undefined : Number(entry.split('.')[0]);
  } catch {
    // Released in between.
    return undefined;
  }
}

function report({ failures, ...figures }: Outcome): void {
  console.log('     ', JSON.stringify({ ...figures, signedOut: failures.length }), failures.slice(0, 3).join(' '));
}
