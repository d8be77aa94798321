import * as vscode from 'vscode';
import { ApiError } from '../../../api/errors';
import type {
  ConflictChoice,
  ResolveConflict,
  RecordDecision,
  RecordEdit,
  RecordMerge,
} from '../../../records/saving/merge';
import { planOf } from '../../../records/saving/plan';
import { mergeWithServer } from '../../../records/saving/readRecords';
import { save, type StepOutcome } from '../../../records/saving/save';
import { getTable, type Table } from '../../../records/table/schema';
import type { JsonObject } from '../../../json/json';
import type { DataService } from '../../../api/openApi/dataService';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { requireWritable, writeChanges, type WriteContext } from '../change/writeChanges';
import type { ShownConflict } from './askConflicts';
import { countText, type ShownChange } from './askPlan';
import { unfittingValues } from './recordMessages';
import { conflictsOf, keyOf, shownChange } from './shownRecords';
import { targetName } from '../../nodes/environmentName';

/** The questions that a save asks. Each throws vscode.CancellationError if the user cancels. */
export interface SaveQuestions {
  conflicts(targetLabel: string, conflicts: readonly ShownConflict[]): Promise<ConflictChoice[]>;
  /** @param unfitting the problems of the values that do not fit their columns */
  plan(targetLabel: string, changes: readonly ShownChange[], unfitting: readonly string[]): Promise<void>;
}

/** The environment to save to, and the questions of the save. */
export interface SaveContext extends WriteContext {
  questions: SaveQuestions;
}

interface SavedRecords {
  /** The action of the save for each record. */
  decisions: ReadonlyMap<RecordMerge, RecordDecision>;
  outcomes: readonly StepOutcome[];
}

/**
 * Compares edits with the records on the server, asks about conflicts, shows the plan, asks the guard, then writes.
 * @param chosen the columns that were read, if not all
 * @param beforeCreation called and awaited with the rows of the records to create, before the plan is shown
 * @throws vscode.CancellationError, UiError, ApiError; then nothing was written
 */
export async function writeEdits(
  context: SaveContext,
  table: Table,
  edits: readonly RecordEdit[],
  chosen?: readonly string[],
  beforeCreation?: (created: readonly JsonObject[]) => Promise<void>,
): Promise<SavedRecords> {
  const { target, service, questions } = context;
  if (table.builtIn) throw builtIn(table);
  await requireWritable(context);
  const targetLabel = targetName(target);
  const merges = await mergeWithServer(service, table, edits, chosen);
  const conflicts = conflictsOf(merges, table.columns);
  const choices = new Map<string, ConflictChoice>();
  if (conflicts.length > 0) {
    const answers = await questions.conflicts(targetLabel, conflicts);
    conflicts.forEach(({ key }, index) => choices.set(key, answers[index] ?? 'theirs'));
  }
  const choose: ResolveConflict = (merge, name) => choices.get(keyOf(merge, name));
  const plan = planOf(table, merges, choose);
  const { decisions } = plan;
  if (plan.steps.length === 0) return { decisions, outcomes: [] };
  const created = plan.steps.flatMap(({ kind, merge }) => (kind === 'create' ? (merge.edit.edited ?? []) : []));
  if (created.length > 0) await beforeCreation?.(created);
  const changes = plan.steps.map(step => shownChange(step, table.columns));
  const unfitting = unfittingValues(plan.steps, table.columns);
  const question = {
    confirm: (targetLabel: string) => questions.plan(targetLabel, changes, unfitting),
    summary: countText(changes),
  };
  const outcomes = await save(service, plan, {
    chosen,
    execute: (_, recordChanges, options) => writeChanges(context, recordChanges, question, options),
  });
  return { decisions, outcomes };
}

/** Checks that a table still exists. @throws UiError if it was deleted, ApiError for other failures */
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
    vscode.l10n.t('The records of {0} belong to the service and are read-only here.', plainText(name)),
  );
}
