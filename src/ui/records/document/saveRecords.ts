import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { ApiError } from '../../../api/errors';
import { redactedRequest } from '../../../api/http/redactedRequest';
import { Secret } from '../../../api/secret';
import type {
  ConflictChoice,
  ResolveConflict,
  RecordDecision,
  RecordEdit,
  RecordMerge,
} from '../../../records/saving/merge';
import { planOf, type Plan } from '../../../records/saving/plan';
import { compare } from '../../../records/saving/records';
import { save, type StepOutcome } from '../../../records/saving/save';
import { getTable, type Table } from '../../../records/table/schema';
import { apiRequestOf, type DataService } from '../../../records/table/service';
import type { Guard } from '../../guard/guard';
import { environmentName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import { withProgress } from '../../platform/dialogs';
import { grid } from '../../platform/schemes';
import { UiError } from '../../messages/uiError';
import type { ShownConflict } from './askConflicts';
import { countText, type ShownChange } from './askPlan';
import { conflictsOf, keyOf, shownChange } from './shownRecords';

/** The questions of a save. Each throws vscode.CancellationError if the user cancels. */
export interface SaveQuestions {
  conflicts(where: string, conflicts: readonly ShownConflict[]): Promise<ConflictChoice[]>;
  plan(where: string, changes: readonly ShownChange[]): Promise<void>;
}

/** The target of a save and the questions that it asks. */
export interface SaveContext {
  target: Selection;
  service: DataService;
  guard: Pick<Guard, 'permit' | 'refuses'>;
  questions: SaveQuestions;
}

export interface SavedRecords {
  /** The decision for each record. */
  decisions: ReadonlyMap<RecordMerge, RecordDecision>;
  outcomes: readonly StepOutcome[];
}

// A few writes finish before a notification could be read.
const quickSteps = 5;

/**
 * Compares edits with the server's current state, asks for conflicts, shows the plan, asks the guard, then writes.
 * @param chosen the columns that were read, if not all
 * @throws vscode.CancellationError, UiError, ApiError; then nothing was written
 */
export async function writeEdits(
  place: SaveContext,
  table: Table,
  edits: readonly RecordEdit[],
  chosen?: readonly string[],
): Promise<SavedRecords> {
  const { target, service, guard, questions } = place;
  if (table.builtIn) throw builtIn(table);
  // Throws for a read-only environment before any question.
  if (guard.refuses(target)) await guard.permit(target, { risk: 'writes', requests: [] });
  const where = placeText(target);
  const merges = await compare(service, table, edits, chosen);
  const conflicts = conflictsOf(merges, table.columns);
  const choices = new Map<string, ConflictChoice>();
  if (conflicts.length > 0) {
    const chosenFor = await questions.conflicts(where, conflicts);
    conflicts.forEach(({ key }, index) => choices.set(key, chosenFor[index] ?? 'theirs'));
  }
  const choose: ResolveConflict = (merge, name) => choices.get(keyOf(merge, name));
  const plan = planOf(table, merges, choose);
  const { decisions } = plan;
  if (plan.steps.length === 0) return { decisions, outcomes: [] };
  const changes = plan.steps.map(step => shownChange(step, table.columns));
  try {
    await questions.plan(where, changes);
    await permit(guard, place, plan, changes);
  } finally {
    returnToGrid();
  }
  return { decisions, outcomes: await carryOut(service, plan, where, chosen) };
}

/** After a modal, VS Code returns the focus only to the frame around a grid, where no key works. */
function returnToGrid(): void {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  if (!(input instanceof vscode.TabInputCustom) || input.viewType !== grid) return;
  void vscode.commands.executeCommand('workbench.action.focusActiveEditorGroup');
}

/** The guard shows and checks the exact requests. */
function permit(
  guard: SaveContext['guard'],
  { target, service }: SaveContext,
  { steps }: Plan,
  changes: ShownChange[],
) {
  const authorization = { scheme: 'Bearer', token: new Secret('') } as const;
  const requests = steps.map(({ request }) =>
    redactedRequest({ ...apiRequestOf(request, service.target), authorization }),
  );
  const question = vscode.l10n.t('Save to {0}: {1}?', placeText(target), countText(changes));
  // A retry without the condition is a different request from the ones shown.
  const mayRepeat = steps.some(({ kind }) => kind !== 'create');
  const consequence = vscode.l10n.t(
    'If the service does not find its unchanged record by the condition, the same request is sent once without it.',
  );
  const words = { question, button: vscode.l10n.t('Save'), ...(mayRepeat ? { consequence } : {}) };
  return guard.permit(target, { risk: 'writes', requests }, { words });
}

function carryOut(
  service: DataService,
  plan: Plan,
  where: string,
  chosen: readonly string[] | undefined,
): Promise<StepOutcome[]> {
  if (plan.steps.length <= quickSteps) return save(service, plan, { chosen });
  return withProgress(vscode.l10n.t('Saving to {0}…', where), (signal, report) =>
    save(service, plan, { chosen, signal, onSent: index => report(`${index + 1} / ${plan.steps.length}`) }),
  );
}

export function placeText({ application, environment }: Selection): string {
  return `${plainText(application.name, 60)} · ${plainText(environmentName(environment), 60)}`;
}

/** @throws UiError if the table was deleted; then none of its records is found */
export async function checkTable(service: DataService, { id, name }: Pick<Table, 'id' | 'name'>): Promise<void> {
  try {
    await getTable(service, id);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
    throw new UiError(vscode.l10n.t('The table {0} is no longer on the server.', plainText(name, 60)));
  }
}

export function builtIn({ name }: Pick<Table, 'name'>): UiError {
  return new UiError(
    vscode.l10n.t(
      '{0} is one of the service’s own tables: its records can be viewed here, but not changed.',
      plainText(name),
    ),
  );
}
