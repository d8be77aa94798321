import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { SandboxApplication } from '../../../src/sandbox/sandbox';
import { eventually } from '../driver/eventually';
import { notification } from '../driver/messages';
import { answer, readQuickInput, runCommand } from '../driver/quickInput';
import { readStatusBar } from '../driver/statusBar';

/** The five answers for adding an application, in the order of the steps. */
export interface Answers {
  name: string;
  clientId: string;
  clientSecret: string;
  serverDomain: string;
  authUrl: string;
}

const order = ['name', 'clientId', 'clientSecret', 'serverDomain', 'authUrl'] as const;

/** Starts the flow and answers its steps up to the named one, which stays open; without a name it answers all. */
export async function addApplication(page: Page, answers: Answers, upTo?: keyof Answers): Promise<void> {
  await runCommand(page, 'Hydrogen: Add Application');
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

/** Valid answers for an application of a sandbox. */
export function answersFor(application: SandboxApplication, name: string): Answers {
  const { clientId, clientSecret, serverDomain, authUrl } = application;
  return { name, clientId, clientSecret, serverDomain, authUrl };
}

/** Adds an application of a sandbox, and waits until it is selected. */
export async function addSandboxApplication(page: Page, application: SandboxApplication, name: string): Promise<void> {
  await addApplication(page, answersFor(application, name));
  await eventually(async () => assert.match((await readStatusBar(page))[0]?.text ?? '', new RegExp(`^${name} · `)));
  // A notification takes the focus with it when it closes, which would close an open list.
  await notification(page, 'Trying the credentials').waitFor({ state: 'detached' });
}
