import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { AuthError } from '../../../src/auth/authError';
import { folderLock, removeLock } from '../../../src/auth/lock';
import { cases } from '../cases';
import { onPosix } from '../posix';
import type { LockAnswer, LockOrder } from './lockWorker';
import { startWorker, type Worker } from './workers';

type LockWorker = Worker<LockOrder, LockAnswer>;

const processes = 6;
const rounds = cases(30);
const times = 3;

describe('a lock', () => {
  let directory: string;
  let folder: string;
  let workers: LockWorker[];

  beforeEach(async () => {
    directory = await mkdtemp(path.join(os.tmpdir(), 'hydrogen-lock-'));
    folder = path.join(directory, 'deep', 'a.lock');
    workers = [];
  });

  afterEach(async () => {
    await Promise.all(workers.map(worker => worker.kill()));
    await rm(directory, { recursive: true, force: true });
  });

  function start(): LockWorker {
    const worker = startWorker<LockOrder, LockAnswer>('lockWorker', []);
    workers.push(worker);
    return worker;
  }

  async function enterAll(entering: LockWorker[], kind: 'enter' | 'enterUnlocked', where: string) {
    const answers = await Promise.all(entering.map(worker => worker.ask({ kind, folder: where, times })));
    const sum = (count: (answer: LockAnswer) => number) =>
      answers.reduce((total, answer) => total + (answer === undefined ? NaN : count(answer)), 0);
    return { entered: sum(answer => answer.entered), overlaps: sum(answer => answer.overlaps) };
  }

  it('is readable only by its user, regardless of the default permissions', async () => {
    const usual = process.umask(0);
    try {
      await folderLock(folder)(async () => {
        const modeOf = async (name: string) => (await stat(name)).mode & 0o777;
        assert.equal(await modeOf(path.dirname(folder)), 0o700);
        assert.equal(await modeOf(folder), 0o700);
        for (const name of await readdir(folder)) assert.equal(await modeOf(path.join(folder, name)), 0o600);
      });
    } finally {
      process.umask(usual);
    }
  });

  it('has one holder at a time, in every round that begins with the lock of a killed owner', async () => {
    const entering = Array.from({ length: processes }, start);
    let slowest = 0;
    for (let round = 0; round < rounds; round++) {
      const here = `${folder}-${round}`;
      const owner = start();
      await owner.ask({ kind: 'hold', folder: here, times: 0 });
      await owner.kill();
      assert.equal((await readdir(here)).length, 1, 'the killed owner left its lock');
      const began = performance.now();
      assert.deepEqual(await enterAll(entering, 'enter', here), { entered: processes * times, overlaps: 0 });
      slowest = Math.max(slowest, performance.now() - began);
      assert.deepEqual(await readdir(path.dirname(here)), [], 'nothing is left');
    }
    // This is less than the time after which the other processes consider the owner of a lock dead.
    assert.ok(slowest < 10_000, `${slowest} ms`);
  });

  it('is required: without it, processes meet', async () => {
    await mkdir(path.dirname(folder), { recursive: true });
    const entering = Array.from({ length: processes }, start);
    // All are ready before the first of them enters, however slowly they start.
    await Promise.all(entering.map(worker => worker.ask({ kind: 'stillHeld', folder, times: 0 })));
    const { overlaps } = await enterAll(entering, 'enterUnlocked', folder);
    assert.ok(overlaps > 0);
  });

  // Windows cannot suspend a process by a signal.
  onPosix('is taken from a suspended owner, which detects it', async () => {
    const owner = start();
    await owner.ask({ kind: 'hold', folder, times: 0 });
    assert.equal((await owner.ask({ kind: 'stillHeld', folder, times: 0 }))?.held, true);
    process.kill(owner.pid, 'SIGSTOP');
    assert.equal(await folderLock(folder, { silenceMs: 300 })(async () => 'taken'), 'taken');
    process.kill(owner.pid, 'SIGCONT');
    assert.equal((await owner.ask({ kind: 'stillHeld', folder, times: 0 }))?.held, false);
  });

  it('judges an owner in another container only by its heartbeat', async () => {
    const gone = start();
    await gone.kill();
    const entry = path.join(folder, `${gone.pid}.elsewhere.1`);
    await mkdir(folder, { recursive: true });
    await writeFile(entry, '');
    let beats = 0;
    const beat = setInterval(() => void utimes(entry, 0, ++beats), 50);
    try {
      await assert.rejects(
        folderLock(folder, { waitMs: 1500, silenceMs: 500 })(async () => assert.fail()),
        {
          code: 'lockTimeout',
        },
      );
    } finally {
      clearInterval(beat);
    }
    assert.equal(await folderLock(folder, { waitMs: 1500, silenceMs: 500 })(async () => 'taken'), 'taken');
  });

  it('excludes a second holder in the same process, and is released after a failure', async () => {
    const seen: string[] = [];
    const enter = (name: string) =>
      folderLock(folder)(async () => {
        seen.push(`${name} in`);
        await sleep(30);
        seen.push(`${name} out`);
        throw new Error(name);
      });
    const outcomes = await Promise.allSettled([enter('a'), enter('b')]);
    assert.deepEqual(
      outcomes.map(outcome => outcome.status),
      ['rejected', 'rejected'],
    );
    assert.deepEqual(seen.map(step => step.split(' ')[1]).join(' '), 'in out in out');
    assert.deepEqual(await readdir(path.dirname(folder)), []);
  });

  it('waits no longer than the limit', () =>
    folderLock(folder)(() =>
      assert.rejects(
        folderLock(folder, { waitMs: 100 })(async () => assert.fail()),
        { code: 'lockTimeout' },
      ),
    ));

  it('takes over an empty folder', async () => {
    await mkdir(folder, { recursive: true });
    assert.equal(await folderLock(folder)(async () => 'taken'), 'taken');
  });

  it('reports when its folder cannot be created', async () => {
    await writeFile(path.join(directory, 'deep'), '');
    await assert.rejects(
      folderLock(folder)(async () => assert.fail()),
      (error: AuthError) => error.code === 'lockUnavailable' && (error.cause as { code: string }).code === 'EEXIST',
    );
  });

  it('is removed with the remains of crashes, unless a process holds it', async () => {
    const owner = start();
    await owner.ask({ kind: 'hold', folder, times: 0 });
    await removeLock(folder);
    assert.equal((await readdir(folder)).length, 1);
    const [entry] = await readdir(folder);
    await owner.kill();
    await mkdir(`${folder}.${entry}`);
    await removeLock(folder);
    assert.deepEqual(await readdir(path.dirname(folder)), []);
  });

  it('is removed with old folders of processes before a restart of the machine, but not with new ones', async () => {
    const [old, waiting] = [`${folder}.1.otherboot.aa`, `${folder}.1.otherboot.bb`];
    await Promise.all([old, waiting].map(each => mkdir(each, { recursive: true })));
    const hourAgo = Date.now() / 1000 - 3600;
    await utimes(old, hourAgo, hourAgo);
    await removeLock(folder);
    assert.deepEqual(await readdir(path.dirname(folder)), [path.basename(waiting)]);
  });

  it('reaches a waiting process whose folder was removed after a jump of the clock', async () => {
    const waitingFolders = async () =>
      (await readdir(path.dirname(folder))).filter(name => name.startsWith(`${path.basename(folder)}.`));
    let waiting: Promise<string> | undefined;
    await folderLock(folder)(async () => {
      waiting = folderLock(folder, { waitMs: 3000 })(async () => 'taken');
      let name: string | undefined;
      while (name === undefined) [name] = await waitingFolders();
      const prepared = path.join(path.dirname(folder), name);
      const hourAgo = Date.now() / 1000 - 3600;
      await utimes(prepared, hourAgo, hourAgo);
      await removeLock(folder);
    });
    assert.equal(await waiting, 'taken');
    assert.deepEqual(await waitingFolders(), []);
  });
});
