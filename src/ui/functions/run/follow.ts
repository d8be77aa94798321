import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import type { Selection } from '../../../applications/selection';
import { failedPosition, type CodePosition } from '../../../functions/failedLine';
import { readRunLog } from '../../../functions/runLog';
import { isFailed, pollInterval, RunFollower, type FunctionRun } from '../../../functions/runs';
import { commandTarget } from '../../applications/commandTarget';
import { errorMessage } from '../../messages/messages';
import { plainText } from '../../messages/plainText';
import { durationText, timeText } from '../../messages/timeText';
import type { CommandArgument } from '../../platform/commandArgument';
import { showStatus } from '../../platform/dialogs';
import { serviceFor } from '../../users/serviceFor';
import { functionMessages, nameOf } from '../workspace/localFunction';
import { localFile } from './localFile';
import { reportFailedRun, runLabel, type RunDependencies } from './showFailedLine';

/** The functions whose runs this window follows. All runs are written to one output channel. */
export class FollowedRuns {
  readonly #dependencies: RunDependencies;
  readonly #followed = new Map<string, FollowedFunction>();
  #output: vscode.OutputChannel | undefined;

  constructor(dependencies: RunDependencies) {
    this.#dependencies = dependencies;
  }

  /** Starts or stops following a function. @returns whether the function is followed now */
  async toggle(argument: CommandArgument): Promise<boolean> {
    const given = nameOf(argument);
    const name = given ?? (await localFile(argument)).name;
    const target = await commandTarget(this.#dependencies, given === undefined ? undefined : argument);
    const { clientId, authUrl } = target.application;
    const key = JSON.stringify([authUrl, clientId, target.environment?.envId, name]);
    const label = runLabel(target, name);
    const known = this.#followed.get(key);
    if (known !== undefined) {
      known.dispose();
      this.#followed.delete(key);
      showStatus(vscode.l10n.t('The runs of {0} are no longer followed', label));
      return false;
    }
    const output = (this.#output ??= vscode.window.createOutputChannel(vscode.l10n.t('Hydrogen Runs')));
    const followed = new FollowedFunction(this.#dependencies, target, name, {
      append: line => output.appendLine(line),
      show: () => output.show(true),
      ended: () => this.#followed.delete(key),
    });
    // Stored first, so that the command can stop it while it starts.
    this.#followed.set(key, followed);
    const isStopped = () => this.#followed.get(key) !== followed;
    try {
      await followed.start();
    } catch (error) {
      if (isStopped()) return false;
      this.#followed.delete(key);
      throw error;
    }
    if (isStopped()) return false;
    output.show(true);
    output.appendLine(vscode.l10n.t('Follows the runs of {0}. Run the command again to stop.', label));
    return true;
  }

  dispose(): void {
    for (const followed of this.#followed.values()) followed.dispose();
    this.#output?.dispose();
  }
}

interface RunOutput {
  append(line: string): void;
  show(): void;
  /** Called when polling stops because the window was not focused for a long time. */
  ended(): void;
}

/** Polls the runs of one function until it is disposed, or the window was not focused for 30 minutes. */
class FollowedFunction {
  readonly #dependencies: RunDependencies;
  readonly #target: Selection;
  readonly #name: string;
  readonly #output: RunOutput;
  readonly #controller = new AbortController();
  readonly #follower: RunFollower;
  #timer: NodeJS.Timeout | undefined;
  #seenAt = Date.now();
  #refusals = 0;
  #isLost = false;
  #isWarning = false;

  constructor(dependencies: RunDependencies, target: Selection, name: string, output: RunOutput) {
    this.#dependencies = dependencies;
    this.#target = target;
    this.#name = name;
    this.#output = output;
    // A change of the settings closes the HTTP client, so each poll takes the current one.
    const service = async () => (await serviceFor(target, dependencies, this.#controller.signal)).data;
    this.#follower = new RunFollower(service, name);
  }

  /** Reads the earlier runs without showing them, then starts polling. @throws ApiError, AuthError */
  async start(): Promise<void> {
    await this.#follower.poll();
    this.#plan();
  }

  dispose(): void {
    this.#controller.abort();
    clearTimeout(this.#timer);
  }

  #plan(): void {
    const isFocused = vscode.window.state.focused;
    if (isFocused) this.#seenAt = Date.now();
    const wait = pollInterval({
      isFocused,
      isSandbox: this.#isSandbox,
      rateLimited: this.#refusals,
      unfocusedMs: Date.now() - this.#seenAt,
    });
    if (this.#controller.signal.aborted) return;
    if (wait !== undefined) {
      this.#timer = setTimeout(() => void this.#poll(), wait);
      return;
    }
    this.#append(vscode.l10n.t('The window had no focus for 30 minutes, so {0} is no longer followed.', this.#label));
    this.#output.ended();
  }

  /**
   * Shows the runs that ended since the last poll. A failed poll loses no runs, because the follower keeps its
   * position.
   */
  async #poll(): Promise<void> {
    try {
      const runs = await this.#follower.poll();
      if (this.#isLost) this.#append(vscode.l10n.t('Connected again.'));
      this.#isLost = false;
      this.#refusals = 0;
      for (const run of runs) if (!this.#controller.signal.aborted) await this.#show(run);
    } catch (error) {
      if (this.#controller.signal.aborted) return;
      if (error instanceof ApiError && error.status === 429) this.#refusals += 1;
      else if (!this.#isLost) {
        this.#isLost = true;
        this.#append(vscode.l10n.t('{0} Trying again.', plainText(errorMessage(error).text)));
      }
    }
    this.#plan();
  }

  async #show(run: FunctionRun): Promise<void> {
    const { createdAt, finishedAt, source, status } = run;
    const took = finishedAt === undefined ? '' : durationText((finishedAt - createdAt) * 1000);
    const facts = [timeText(createdAt * 1000), this.#name, run.id, source, status, took].filter(fact => fact !== '');
    this.#append(plainText(`${isFailed(run) ? '✗' : '✓'} ${facts.join(' · ')}`));
    const log = await this.#logLines(run);
    for (const line of log) this.#append(`    ${plainText(line, 2000)}`);
    if (isFailed(run)) void this.#warn(run, failedPosition(log.join('\n'), this.#name));
  }

  /** Writes a line, but not after the user has stopped following. */
  #append(line: string): void {
    if (!this.#controller.signal.aborted) this.#output.append(line);
  }

  async #logLines({ logUrl }: FunctionRun): Promise<string[]> {
    const { signal } = this.#controller;
    try {
      const fetch = await this.#dependencies.http.fetch();
      const log = await readRunLog(logUrl, { fetch, signal, isSandbox: this.#isSandbox });
      if ('problem' in log) return [functionMessages.log(log.problem)];
      const lines = log.text.split('\n').filter(line => line !== '');
      return log.isCut ? [...lines, vscode.l10n.t('… the log goes on')] : lines;
    } catch (error) {
      return [errorMessage(error).text];
    }
  }

  /** Shows one notification at a time: a function that fails every minute must not fill the screen. */
  async #warn(run: FunctionRun, failedAt: CodePosition | undefined): Promise<void> {
    if (this.#isWarning || this.#controller.signal.aborted) return;
    this.#isWarning = true;
    const failed = { name: this.#name, began: run.createdAt, failedAt };
    await reportFailedRun(this.#dependencies, this.#target, failed, () => this.#output.show());
    this.#isWarning = false;
  }

  get #isSandbox(): boolean {
    return this.#target.application.sandbox !== undefined;
  }

  get #label(): string {
    return runLabel(this.#target, this.#name);
  }
}
