// Runs tasks in parallel worker processes, and prints the output of each in one piece when it has ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root, say } from './prepare.mjs';
import { keepDurations } from './tasks.mjs';

/** Seconds for one task on any machine: a worker that hangs must not block the run for ever. */
const limit = 2400;

export class Pool {
  passed = 0;
  failed = 0;
  interrupted = false;
  #failures = [];
  #suspects = [];
  #unsteady = [];
  #explanations = [];
  #levels = new Map();
  #taken = {};
  #workers = new Set();
  #ended = 0;
  #folder = mkdtempSync(path.join(os.tmpdir(), 'hydrogen-results-'));

  constructor({ jobs, grep, retry }) {
    this.jobs = jobs;
    this.grep = grep;
    this.retry = retry;
  }

  /** Runs all tasks. With `retry`, a task that fails beside others runs once more alone, and both results are printed. */
  async run(tasks) {
    await this.#runAll(tasks, this.jobs);
    if (!this.interrupted) await this.#runAll(this.#suspects.splice(0), 1);
    rmSync(this.#folder, { recursive: true, force: true });
    keepDurations(this.#taken);
  }

  /** Runs tasks in their order, `jobs` at a time. */
  async #runAll(tasks, jobs) {
    const queue = [...tasks];
    const total = queue.length;
    this.#ended = 0;
    const runners = Array.from({ length: Math.min(jobs, total) }, async () => {
      let worker;
      for (let task = queue.shift(); task && !this.interrupted; task = queue.shift()) {
        if (!worker?.canDo(task)) {
          await worker?.end();
          worker = this.#start(task);
        }
        const begun = Date.now();
        const outcome = await worker.run({ ...task, grep: this.grep });
        if (!this.interrupted) this.#count(task, outcome, (Date.now() - begun) / 1000, total);
      }
      await worker?.end();
    });
    await Promise.all(runners);
  }

  /** Ends every worker, which removes what it has started. */
  interrupt() {
    this.interrupted = true;
    for (const worker of this.#workers) worker.stop();
  }

  /** Prints the failures again, and the totals of each level. */
  summary() {
    if (this.#unsteady.length > 0) {
      const text = this.#unsteady.join('\n');
      process.stdout.write(
        `\nFailed beside other tests, and passed alone (a defect of the test or the product):\n${text}\n`,
      );
    }
    if (this.#failures.length > 0) {
      process.stdout.write(`\nFailed:\n${this.#failures.join('\n')}\n\n${this.#explanations.join('\n')}\n`);
    }
    const lines = [...this.#levels].map(
      ([level, { passed, failed, seconds }]) =>
        `${level}: ${passed} passed, ${failed} failed, ${Math.round(seconds)} s of work`,
    );
    process.stdout.write(`\nThe longest: ${this.#longest(12)}\n\n${lines.join('\n')}\n`);
  }

  /** The longest tasks with their seconds, where a faster test saves most. */
  #longest(count) {
    const sorted = Object.entries(this.#taken).sort(([, one], [, other]) => other - one);
    return sorted
      .slice(0, count)
      .map(([name, seconds]) => `${name} ${Math.round(seconds)} s`)
      .join(', ');
  }

  #count(task, outcome, seconds, total) {
    const { name, level } = task;
    const check = level === 'checks';
    const { passed, failed, failures, output } = check ? judgeCheck(outcome) : this.#judge(outcome);
    this.#ended += 1;
    this.#taken[name] = seconds;
    if (failed > 0 && this.retry && !check && task.firstFailures === undefined) {
      process.stdout.write(
        `[${this.#ended}/${total}] ${name}: ${failed} failed, runs again later\n${output.trimEnd()}\n`,
      );
      this.#suspects.push({ ...task, firstFailures: failures });
      return;
    }
    if (failed === 0) this.#unsteady.push(...(task.firstFailures ?? []).map(failure => `  ${name}: ${failure}`));
    this.passed += passed;
    this.failed += failed;
    this.#failures.push(...failures.map(failure => `  ${name}: ${failure}`));
    if (failed > 0) this.#explanations.push(`${name}:\n${explanation(output)}`);
    const sum = this.#levels.get(level) ?? { passed: 0, failed: 0, seconds: 0 };
    this.#levels.set(level, {
      passed: sum.passed + passed,
      failed: sum.failed + failed,
      seconds: sum.seconds + seconds,
    });
    if (passed + failed === 0 && !check) return; // no test matches --grep
    const result = check ? checkResult(failed, output) : `${passed} passed, ${failed} failed`;
    const head = `[${this.#ended}/${total}] ${name}: ${result}, ${seconds.toFixed(1)} s`;
    const said = check && failed === 0 ? '' : `${output.replace(/^\n+/, '\n').trimEnd()}\n`;
    process.stdout.write(`${head}\n${said}`);
  }

  /** A worker that died, or that ran no test, counts as failed, so that the last line cannot look green. */
  #judge({ results, code, output }) {
    const problem =
      results === undefined
        ? `the worker ended with ${code}`
        : (results.problem ?? (results.passed + results.failed === 0 && !this.grep ? 'no test ran' : undefined));
    const { passed = 0, failed = 0, failures = [] } = results ?? {};
    if (!problem) return { passed, failed, failures, output };
    return { passed, failed: failed + 1, failures: [...failures, problem], output: `${output}\n${problem}` };
  }

  #start({ program }) {
    const worker = startWorker(program, this.#folder);
    this.#workers.add(worker);
    void worker.ended.then(() => this.#workers.delete(worker));
    return worker;
  }
}

/** The failures of a task, which Mocha prints last; of a long text only the beginning. */
function explanation(output) {
  const from = output.search(/^ {2}\d+ failing$/m);
  return output.slice(Math.max(0, from)).slice(0, 8000).trimEnd();
}

/** A check that could not run prints a line that begins with `skipped:`. */
function checkResult(failed, output) {
  return failed ? 'failed' : (/^skipped: .*$/m.exec(output)?.[0] ?? 'fine');
}

function judgeCheck({ code, output }) {
  return { passed: 0, failed: code === 0 ? 0 : 1, failures: code === 0 ? [] : [`ended with ${code}`], output };
}

/**
 * Starts a process that writes its output to a file in `folder`. The file is complete and in order even if the process
 * dies. VS Code does not delete its sockets, so they are in that folder as well.
 */
function startWorker(program, folder) {
  const log = path.join(folder, String(Math.random()).slice(2));
  const output = openSync(log, 'w');
  const child = spawn(process.execPath, ['--enable-source-maps', ...program], {
    cwd: root,
    env: { ...process.env, XDG_RUNTIME_DIR: folder },
    stdio: ['ignore', output, output, 'ipc'],
  });
  let read = 0;
  const news = () => {
    const text = readFileSync(log).subarray(read);
    read += text.length;
    return text.toString();
  };
  const done = new Set();
  const worker = {
    alive: true,
    /** A module is loaded only once, so a file that is repeated needs another process. */
    canDo: task => worker.alive && task.program === program && !done.has(task.name),
    ended: new Promise(resolve => {
      child.on('error', error => (say(error.message), resolve(1)));
      child.on('exit', (code, signal) => resolve(code ?? signal)); // `close` is not emitted when this side disconnects
    }).then(code => {
      worker.alive = false;
      closeSync(output);
      return code;
    }),
    /** Resolves with the results, or without any when the process ended first. */
    run: async task => {
      const timer = setTimeout(() => worker.stop(), limit * 1000);
      const results = once(child, 'message').then(([results]) => ({ results }));
      done.add(task.name);
      child.send(task, () => undefined); // a check ignores messages, and may have ended already
      const end = await Promise.race([results, worker.ended.then(code => ({ code }))]);
      clearTimeout(timer);
      return { ...end, output: news() };
    },
    /** A worker ends by itself when this process disconnects. */
    end: () => (child.connected && child.disconnect(), worker.ended),
    stop: () => child.kill('SIGTERM'),
  };
  return worker;
}
