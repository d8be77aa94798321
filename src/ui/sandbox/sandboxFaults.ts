import * as vscode from 'vscode';
import type { Fault, Sandbox } from '../../sandbox/sandbox';
import { invalidArgument, isScripted, type CommandArgument } from '../platform/commandArgument';
import { showPick } from '../platform/prompts';

/** The path of the code exchange and of token refreshes. */
const tokenPath = '/api/oauth2/access_token/';
const slow = { latencyMs: 1500, jitterMs: 500, bytesPerSecond: 20_000 };

interface FaultChoice extends vscode.QuickPickItem {
  /** The name for scripts. */
  id: string;
  make(sandbox: Sandbox): void;
}

/**
 * Sets a fault or a network speed, or clears the faults: `{ fault }` of a script, otherwise the user's choice.
 * @returns the label of the choice
 */
export async function chooseFault(sandbox: Sandbox, argument: CommandArgument): Promise<string> {
  const all = [...faults(), ...others()];
  if (isScripted(argument) && 'fault' in argument) {
    const named = all.find(({ id }) => id === argument['fault']);
    if (named === undefined) throw invalidArgument('fault');
    named.make(sandbox);
    return named.label;
  }
  const kind = vscode.QuickPickItemKind.Separator;
  const items = [
    { label: vscode.l10n.t('The next request'), kind },
    ...faults(),
    { label: vscode.l10n.t('All requests'), kind },
    ...others(),
  ];
  const title = vscode.l10n.t('Simulate Failures in the Sandbox');
  const placeHolder = vscode.l10n.t('What should happen?');
  const chosen = await showPick(items, { title, placeHolder, matchOnDescription: true });
  if (!('make' in chosen)) throw new vscode.CancellationError();
  chosen.make(sandbox);
  return chosen.label;
}

function faults(): FaultChoice[] {
  return [
    fault('401', vscode.l10n.t('Respond with 401'), vscode.l10n.t('not signed in'), { kind: 'status', status: 401 }),
    fault('403', vscode.l10n.t('Respond with 403'), vscode.l10n.t('not allowed'), { kind: 'status', status: 403 }),
    fault('404', vscode.l10n.t('Respond with 404'), vscode.l10n.t('not there'), { kind: 'status', status: 404 }),
    fault('429', vscode.l10n.t('Respond with 429'), vscode.l10n.t('too many requests, with Retry-After'), {
      kind: 'status',
      status: 429,
      retryAfter: 3,
    }),
    fault('500', vscode.l10n.t('Respond with 500'), vscode.l10n.t('error of the service'), {
      kind: 'status',
      status: 500,
    }),
    fault('502', vscode.l10n.t('Respond with 502'), vscode.l10n.t('a web page of a gateway instead of JSON'), {
      kind: 'html',
      status: 502,
    }),
    fault('truncated', vscode.l10n.t('Cut the response'), vscode.l10n.t('half of the JSON'), { kind: 'truncated' }),
    fault('never', vscode.l10n.t('Never respond'), vscode.l10n.t('the connection stays open'), { kind: 'never' }),
    fault('reset', vscode.l10n.t('Reset the connection'), '', { kind: 'reset' }),
    fault(
      'lostRefresh',
      vscode.l10n.t('Lose the response to a refresh'),
      vscode.l10n.t('the refresh token has been used up'),
      {
        kind: 'lostResponse',
        path: tokenPath,
      },
    ),
  ];
}

function others(): FaultChoice[] {
  return [
    { id: 'clear', label: vscode.l10n.t('Clear all failures'), make: sandbox => sandbox.clearFaults() },
    { id: 'slow', label: vscode.l10n.t('Slow network'), make: sandbox => sandbox.setNetwork(slow) },
    { id: 'fast', label: vscode.l10n.t('Normal network'), make: sandbox => sandbox.setNetwork({}) },
  ];
}

function fault(id: string, label: string, description: string, simulated: Fault): FaultChoice {
  return { id, label, description, make: sandbox => sandbox.fail(simulated) };
}
