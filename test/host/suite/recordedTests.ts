import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';

/** A run of tests as reported to VS Code. */
export interface RecordedRun {
  profile: string | undefined;
  /** The reported states in order of time: `started`, `passed`, `failed`, `errored` or `skipped`. */
  states: [label: string, state: string][];
  messages: vscode.TestMessage[];
  output: string;
  durations: number[];
  token: vscode.CancellationToken;
}

/** The test controller of the extension. VS Code's API shows no extension the tests of another. */
export interface RecordedTests {
  controller: vscode.TestController | undefined;
  profiles: vscode.TestRunProfile[];
  /** The runs that have ended. */
  runs: RecordedRun[];
}

/**
 * Records the controller while the extension creates it. The tests are in its folder and share its `vscode` if they import
 * it in the same way.
 */
export async function recordTests(): Promise<RecordedTests> {
  const recorded: RecordedTests = { controller: undefined, profiles: [], runs: [] };
  const { tests } = await import('vscode');
  const create = tests.createTestController;
  const watched: typeof create = (id, label) => {
    const controller = create(id, label);
    const own = { ...controller };
    recorded.controller = controller;
    return Object.assign(controller, {
      createRunProfile(...given: Parameters<typeof own.createRunProfile>) {
        const profile = own.createRunProfile(...given);
        recorded.profiles.push(profile);
        return profile;
      },
      createTestRun(...given: Parameters<typeof own.createTestRun>) {
        return watch(own.createTestRun(...given), given[0].profile?.label, recorded.runs);
      },
    });
  };
  Object.assign(tests, { createTestController: watched });
  return recorded;
}

function watch(run: vscode.TestRun, profile: string | undefined, runs: RecordedRun[]): vscode.TestRun {
  const record: RecordedRun = { profile, states: [], messages: [], output: '', durations: [], token: run.token };
  const states = ['started', 'passed', 'failed', 'errored', 'skipped'] as const;
  const own = { ...run };
  for (const state of states) {
    run[state] = (item: vscode.TestItem, ...rest: unknown[]) => {
      record.states.push([item.label, state]);
      for (const part of rest.flat()) {
        if (part instanceof vscode.TestMessage) record.messages.push(part);
        else if (typeof part === 'number') record.durations.push(part);
      }
      (own[state] as (...given: unknown[]) => void)(item, ...rest);
    };
  }
  run.appendOutput = (output, ...rest) => {
    record.output += output;
    own.appendOutput(output, ...rest);
  };
  run.end = () => {
    runs.push(record);
    own.end();
  };
  return run;
}

/** Returns the last state of each test by its label. */
export function outcomes({ states }: RecordedRun): Record<string, string> {
  return Object.fromEntries(states);
}

/** Waits until a condition holds, because watchers and delays show their result later. */
export function until(holds: () => boolean | undefined | Promise<boolean>): Promise<void> {
  return eventually(async () => assert.equal(await holds(), true, String(holds)));
}
