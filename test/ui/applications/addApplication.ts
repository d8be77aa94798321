import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import { answer, readQuickInput, runCommand } from '../driver/quickInput';
import { readStatusBar } from '../driver/statusBar';

/** The answers to the five steps of “Add Application”, in the order of the steps. */
export interface Answers {
  name: string;
  clientId: string;
  clientSecret: string;
  serverDomain: string;
  authUrl: string;
}

const order = ['name', 'clientId', 'clientSecret', 'serverDomain', 'authUrl'] as const;

/** Runs “Add Application” and answers its steps. If `upTo` is set, stops at that step and leaves its input box open. */
export async function addApplication(page: Page, answers: Answers, upTo?: keyof Answers): Promise<void> {
  await runCommand(page, 'Hydrogen: Add Application…');
  await answerSteps(page, 'Add Application', answers, upTo);
}

export async function answerSteps(page: Page, title: string, answers: Answers, upTo?: keyof Answers): Promise<void> {
  for (const [index, key] of order.entries()) {
    const step = `${title} (${index + 1}/5)`;
    await readQuickInput(page, step);
    if (key === upTo) return;
    await answer(page, answers[key], step);
  }
}

/** Returns valid answers for a sandbox application. */
export function answersFor(application: SandboxApplication, name: string): Answers {
  const { clientId, clientSecret, serverDomain, authUrl } = application;
  return { name, clientId, clientSecret, serverDomain, authUrl };
}

/** Adds a sandbox application, and waits until it is selected. */
export async function addSandboxApplication(page: Page, application: SandboxApplication, name: string): Promise<void> {
  await addApplication(page, answersFor(application, name));
  await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', new RegExp(`^${name} · `)));
  // When a notification closes, it takes the focus, which would close an open list.
  await notification(page, 'Trying the credentials').waitFor({ state: 'detached' });
}
