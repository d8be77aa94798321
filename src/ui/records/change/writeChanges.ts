import * as vscode from 'vscode';
import { redactedRequest } from '../../../api/http/redactedRequest';
import { Secret } from '../../../api/secret';
import type { Selection } from '../../../applications/selection';
import type { Change, ChangeOutcome, WriteOutcome } from '../../../change/change';
import { execute, type ExecuteOptions } from '../../../change/execute';
import { guardedFacts, type GuardedFacts } from '../../../change/guardedFacts';
import { apiRequestOf, type DataService } from '../../../api/openApi/dataService';
import type { Guard, GuardWords } from '../../guard/guard';
import { whileWritable } from '../../guard/whileWritable';
import { targetName } from '../../nodes/environmentName';
import { showStatus, withProgress } from '../../platform/dialogs';
import { waitText } from '../../platform/progress';
import { grid } from '../../platform/schemes';

/** The environment to write to, with its service and the guard. */
export interface WriteContext {
  target: Selection;
  service: DataService;
  guard: Pick<Guard, 'permit' | 'refuses'>;
}

interface PlanQuestion {
  /** Shows the plan. @throws vscode.CancellationError if the user declines */
  confirm: (targetLabel: string) => Promise<void>;
  /** The changes in a few words, for the question of the guard whether to save them, or another question. */
  summary: string | ((targetLabel: string) => GuardWords);
}

// Up to this number, writes of records finish too fast for a progress notification.
const maximumQuickChanges = 5;

/**
 * Shows the plan, asks the guard to permit the exact requests, then sends the changes. All writes of the editors use
 * this function.
 * @returns an outcome for each change, in order
 * @throws vscode.CancellationError, UiError; then nothing was written
 */
export async function writeChanges<S, D>(
  context: WriteContext,
  changes: readonly Change<S, D>[],
  { confirm, summary }: PlanQuestion,
  options: ExecuteOptions = {},
): Promise<ChangeOutcome<S, D>[]> {
  const targetLabel = targetName(context.target);
  try {
    await confirm(targetLabel);
    const words =
      typeof summary === 'string'
        ? { question: vscode.l10n.t('Save to {0}: {1}?', targetLabel, summary), button: vscode.l10n.t('Save') }
        : summary(targetLabel);
    await permit(context, changes, words);
  } finally {
    returnToGrid();
  }
  const outcomes = await run(context, changes, targetLabel, options);
  showGap(outcomes);
  return outcomes;
}

/** Checks for a read-only environment. Called before any question to the user. @throws UiError if it is read-only */
export async function requireWritable({ guard, target }: Pick<WriteContext, 'guard' | 'target'>): Promise<void> {
  if (guard.refuses(target)) await guard.permit(target, { risk: 'writes', requests: [] });
}

async function run<S, D>(
  { guard, target, service }: WriteContext,
  changes: readonly Change<S, D>[],
  targetLabel: string,
  options: ExecuteOptions,
): Promise<ChangeOutcome<S, D>[]> {
  const title = vscode.l10n.t('Saving to {0}…', targetLabel);
  const send = (cancelled: AbortSignal, progress: Pick<ExecuteOptions, 'onSent' | 'waiting'>) =>
    whileWritable(guard, target, cancelled, signal => execute(service, changes, { ...options, ...progress, signal }));
  // Schema changes can take minutes: the service rewrites the table, or responds with a time to wait.
  const isQuick = changes.length <= maximumQuickChanges && changes.every(({ kind }) => kind === 'record');
  if (!isQuick) {
    return withProgress(title, (signal, report) =>
      send(signal, {
        onSent: index => report(`${index + 1} / ${changes.length}`),
        waiting: seconds => report(waitText(seconds)),
      }),
    );
  }
  const cancel = new AbortController();
  let progress: Promise<(text: string) => void> | undefined;
  const waiting = (seconds: number) => {
    progress ??= new Promise(resolve => {
      void withProgress(title, async (signal, report) => {
        if (signal.aborted) cancel.abort();
        else signal.addEventListener('abort', () => cancel.abort());
        resolve(report);
        await running.catch(() => undefined);
      });
    });
    void progress.then(report => report(waitText(seconds)));
  };
  const running = send(cancel.signal, { waiting });
  return running;
}

/** Asks the guard to permit the exact requests. */
async function permit<S, D>(
  { guard, target, service }: WriteContext,
  changes: readonly Change<S, D>[],
  words: GuardWords,
): Promise<void> {
  const authorization = { scheme: 'Bearer', token: new Secret('') } as const;
  const requests = changes.map(({ request }) =>
    redactedRequest({ ...apiRequestOf(request, service.target), authorization }),
  );
  const facts = guardedFacts(changes);
  const consequences = consequenceTexts(facts, changes.length);
  const consequence = consequences.length === 0 ? {} : { consequence: consequences.join('\n') };
  // If records are lost, the user has already typed the name in the plan, so the guard does not ask for a name again.
  const risk = facts.risk === 'changesAll' ? 'writes' : facts.risk;
  await guard.permit(target, { risk, requests }, { words: { ...words, ...consequence } });
}

/** Returns the consequences that the shown requests do not mention. */
function consequenceTexts({ mayDropCondition, needOtherResults, unprotected }: GuardedFacts, count: number): string[] {
  return [
    ...(mayDropCondition
      ? [
          vscode.l10n.t(
            'If the service does not find its unchanged record by the condition, the same request is sent once without it.',
          ),
        ]
      : []),
    ...(needOtherResults
      ? [
          vscode.l10n.t(
            'Requests that contain “ID of …” are completed when the table exists: with its ID, and with the columns that the service adds by itself.',
          ),
        ]
      : []),
    ...(unprotected > 0 ? [unprotectedText(unprotected, count)] : []),
  ];
}

function unprotectedText(unprotected: number, count: number): string {
  if (count === 1)
    return vscode.l10n.t(
      'The service cannot compare while it writes. Hydrogen reads right before the request; what others write between the two is overwritten.',
    );
  return vscode.l10n.t(
    'The service cannot compare {0} of {1} requests while it writes. Hydrogen reads right before each of them; what others write between the two is overwritten.',
    unprotected,
    count,
  );
}

/** Shows the longest time between a comparison and its unprotected write. */
function showGap(outcomes: readonly { outcome: WriteOutcome<unknown, unknown> }[]): void {
  const gaps = outcomes.flatMap(({ outcome }) => ('gap' in outcome && outcome.gap !== undefined ? [outcome.gap] : []));
  if (gaps.length === 0) return;
  const text = vscode.l10n.t('Written {0} ms after it was compared, without protection', Math.max(...gaps));
  showStatus(text, 15_000);
}

/** Focuses the grid. After a modal, VS Code focuses only the frame around the grid, which handles no keys. */
function returnToGrid(): void {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (!(input instanceof vscode.TabInputCustom) || input.viewType !== grid) return;
  void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}
