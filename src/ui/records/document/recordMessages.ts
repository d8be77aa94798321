import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import type { RefusedField } from '../../../records/saving/acceptance';
import { writeJson, type Json } from '../../../json/json';
import { idOf, type TextProblem } from '../../../records/text/recordsText';
import type { PlanStep } from '../../../records/saving/plan';
import type { StepOutcome } from '../../../records/saving/save';
import { systemColumns, type Column, type Table } from '../../../records/table/schema';
import { fieldValueProblem, type RecordFieldProblem } from '../../../records/text/validate';
import { jsonProblems } from '../../messages/fieldMessages';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { unwrittenText } from '../change/unwrittenText';
import { shownChange } from './shownRecords';

/** Explains why the service did not store a sent value. */
export function refusedFieldText({ name, stored, isOvertaken }: Omit<RefusedField, 'sent' | 'base'>): string {
  const column = plainText(name, 60);
  const now = stored === undefined ? vscode.l10n.t('no value') : plainText(writeJson(stored), 100);
  return isOvertaken
    ? vscode.l10n.t('{0}: the server has another value now: {1}. Save again to compare.', column, now)
    : vscode.l10n.t('{0}: the service did not accept this value. It has: {1}', column, now);
}

/** Explains why a text contains no records that can be saved. */
export function textProblem(code: TextProblem['code']): string {
  return {
    ...jsonProblems(),
    notRecords: vscode.l10n.t('Write records as a list of objects, a single record as an object.'),
    notARecord: vscode.l10n.t('A record must be an object.'),
    badId: vscode.l10n.t('An ID is text. Leave it out of a new record: the service assigns one.'),
    duplicateId: vscode.l10n.t('There is already a record with this ID.'),
    unknownId: vscode.l10n.t(
      'No record with this ID was read: an ID cannot be changed. Leave it out to create a record.',
    ),
  }[code];
}

/** Explains why a field's value is not valid for the table. */
export function fieldProblem(problem: Pick<RecordFieldProblem, 'code' | 'name' | 'expected'>): string {
  const { code, name, expected = '' } = problem;
  const column = plainText(name, 60);
  return {
    unknownColumn: vscode.l10n.t('The table has no column {0}.', column),
    systemColumn: vscode.l10n.t('{0} is written only by the service: changes to it are not saved.', column),
    wrongType: vscode.l10n.t('{0} must be of the type {1}.', column, plainText(expected, 60)),
    notADate: vscode.l10n.t('{0} must be an ISO 8601 date such as {1}.', column, '2026-09-26T11:22:51+08:00'),
    incompleteFile: vscode.l10n.t(
      '{0} must be a complete file. Missing or wrong: {1}. Copy the value from an uploaded file.',
      column,
      plainText(expected, 200),
    ),
    required: vscode.l10n.t('{0} needs a value.', column),
    operator: vscode.l10n.t(
      '{0}: a name in a value must not begin with $, because the service would take it for a command.',
      column,
    ),
    notAChoice: vscode.l10n.t('The console offers other values for {0}: {1}', column, plainText(expected, 200)),
  }[code];
}

/**
 * Explains why values of a plan do not fit their columns, one text for each value. The service drops most of them
 * silently.
 */
export function unfittingValues(steps: readonly PlanStep[], columns: readonly Column[]): string[] {
  const known = new Map(columns.map(column => [column.name, column]));
  return steps.flatMap(writtenValues).flatMap(([name, value]) => {
    const problem = systemColumns.has(name) ? undefined : fieldValueProblem(known.get(name), name, value);
    return problem === undefined || problem.code === 'notAChoice' ? [] : [fieldProblem({ ...problem, name })];
  });
}

function writtenValues(step: PlanStep): [name: string, value: Json][] {
  if (step.kind === 'create') return [...step.fields];
  const writes = step.kind === 'update' ? step.writes : [];
  return writes.flatMap(({ name, to }): [string, Json][] => (to === undefined ? [] : [[name, to]]));
}

export function failureAt(problem: string, start: number, text: string): UiError {
  const before = text.slice(0, start).split('\n');
  const [line, column] = [before.length, (before.at(-1)?.length ?? 0) + 1];
  const problemText = vscode.l10n.t('Line {0}, column {1}: {2}', line, column, problem);
  return new UiError(joinSentences([problemText, nothingWritten()]));
}

export function nothingWritten(): string {
  return vscode.l10n.t('Nothing was written.');
}

const maximumNamed = 3;

/** Explains why some records are still unsaved; `undefined` if all were saved. */
export function outcomeFailure(outcomes: readonly StepOutcome[]): UiError | undefined {
  const failed = outcomes.filter(({ outcome }) => outcome.status !== 'saved');
  if (failed.length === 0) return undefined;
  const saved = vscode.l10n.t('{0} of {1} records were saved.', outcomes.length - failed.length, outcomes.length);
  const named = failed
    .slice(0, maximumNamed)
    .map(failure => `${plainText(shownChange(failure.step).name, 60)}: ${reasonOf(failure)}`);
  const more = failed.length - named.length;
  const rest = more === 0 ? [] : [vscode.l10n.t('More records that stay unsaved: {0}.', more)];
  return new UiError(joinSentences([saved, ...named, ...rest]));
}

function reasonOf({ outcome }: StepOutcome): string {
  if (outcome.status === 'saved') return '';
  if (outcome.status === 'partly') return joinSentences(outcome.refused.slice(0, maximumNamed).map(refusedFieldText));
  const similar = outcome.status === 'unknown' ? outcome.similar.slice(0, maximumNamed) : [];
  const ids = similar.map(record => plainText(idOf(record) ?? '', 40)).join(', ');
  return unwrittenText(outcome, reason =>
    ids === ''
      ? vscode.l10n.t('It is not known whether it was written. Check the record before you save again. {0}', reason)
      : vscode.l10n.t(
          'It is not known whether it was created. Records with the values that were sent exist: {0}. If the new record is one of them, remove it here before you save again. {1}',
          ids,
          reason,
        ),
  );
}

export function automaticSaveText(): string {
  return vscode.l10n.t(
    'Records are written only when you save them yourself (File: Save). Until then they stay here, unsaved.',
  );
}

export function noSuchRecord(id: string, { name }: Table): UiError {
  return new UiError(vscode.l10n.t('The table {0} has no record with the ID {1}.', plainText(name, 60), plainText(id)));
}
