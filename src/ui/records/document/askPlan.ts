import * as vscode from 'vscode';
import { showModal } from '../../platform/dialogs';
import { fileName } from '../../messages/fileName';
import { oneLine, plainText } from '../../messages/plainText';
import { showInput } from '../../platform/prompts';
import { pickBelow, type ReadonlyTexts } from '../../platform/readonlyTexts';
import { closeTabs } from '../../platform/tabUri';

/** A record that a save will create, update or delete, as shown in the plan. */
export interface ShownChange {
  kind: 'create' | 'update' | 'delete';
  /** The record's name and ID. */
  name: string;
  /** The written fields. */
  fields: readonly ShownField[];
  /** The record before and after the save, as JSON; empty where the record does not exist. */
  before: string;
  after: string;
}

/** A column with its values as text. */
export interface ShownField {
  name: string;
  from: string;
  to: string;
}

// Above this number of deletions, the user must type the number to confirm.
const maximumUnconfirmed = 10;
const maximumLines = 20;
// The maximum number of fields that are listed for a record.
const maximumFields = 6;

/**
 * Shows the planned writes and resolves when the user accepts.
 * @param targetLabel application and environment
 * @param unfitting the problems of the values that do not fit their columns
 * @throws vscode.CancellationError
 */
export async function askPlan(
  texts: Pick<ReadonlyTexts, 'add'>,
  targetLabel: string,
  changes: readonly ShownChange[],
  unfitting: readonly string[],
): Promise<void> {
  const question = vscode.l10n.t('Save to {0}: {1}?', targetLabel, countText(changes));
  const lines = [...unfittingLines(unfitting), changeLines(changes)].join('\n');
  await confirmChanges(texts, targetLabel, { question, lines, changes });
  const deletes = changes.filter(({ kind }) => kind === 'delete').length;
  if (deletes > maximumUnconfirmed) await typeNumber(targetLabel, deletes);
}

/**
 * Asks whether to save, and shows the changes in editors on request.
 * @throws vscode.CancellationError
 */
export async function confirmChanges(
  texts: Pick<ReadonlyTexts, 'add'>,
  targetLabel: string,
  { question, lines, changes }: { question: string; lines: string; changes: readonly ShownChange[] },
): Promise<void> {
  const save = vscode.l10n.t('Save');
  const show = vscode.l10n.t('Show Changes');
  // Enter presses the first button, so the first button must not save.
  const chosen = await showModal('warning', question, lines, show, save);
  if (chosen === show) {
    const title = vscode.l10n.t('Changes for {0}', targetLabel);
    await vscode.commands.executeCommand(
      'vscode.changes',
      title,
      changes.map(change => sides(texts, change)),
    );
    // A quick pick, because a modal would cover the shown changes.
    const close = () => closeTabs(({ label }) => label.startsWith(title));
    await pickBelow(question, [vscode.l10n.t('Cancel'), save], close);
  }
}

/** Warns about values that do not fit. Comes before the changes, so that a long list of them cannot hide it. */
function unfittingLines(unfitting: readonly string[]): string[] {
  const [first] = unfitting;
  if (first === undefined) return [];
  const text = vscode.l10n.t(
    'Values that do not fit their columns: {0}. The service probably does not store them. The first: {1}',
    unfitting.length,
    first,
  );
  return [text, ''];
}

/** Returns a text like `2 created, 3 changed (5 fields), 1 deleted`. */
export function countText(changes: readonly ShownChange[]): string {
  const of = (kind: ShownChange['kind']) => changes.filter(change => change.kind === kind);
  const fields = of('update').reduce((sum, each) => sum + each.fields.length, 0);
  const [created, updated, deleted] = [of('create').length, of('update').length, of('delete').length];
  return [
    ...(created > 0 ? [vscode.l10n.t('{0} created', created)] : []),
    ...(updated > 0 ? [changedText(updated, fields)] : []),
    ...(deleted > 0 ? [vscode.l10n.t('{0} deleted', deleted)] : []),
  ].join(', ');
}

function changedText(records: number, fields: number): string {
  return fields === 1
    ? vscode.l10n.t('{0} changed (1 field)', records)
    : vscode.l10n.t('{0} changed ({1} fields)', records, fields);
}

function changeLines(changes: readonly ShownChange[]): string {
  // Deletions come first, so that a long list of changes cannot hide them.
  const sorted = [...changes].sort((one, other) => order[one.kind] - order[other.kind]);
  const hidden = sorted.length - maximumLines;
  return [
    ...sorted.slice(0, maximumLines).map(({ kind, name, fields }) => {
      const record = plainText(name, 100);
      if (kind === 'delete') return vscode.l10n.t('Delete {0}', record);
      return kind === 'create'
        ? vscode.l10n.t('Create {0}: {1}', record, fieldsText(fields, { withBefore: false }))
        : vscode.l10n.t('Change {0}: {1}', record, fieldsText(fields, { withBefore: true }));
    }),
    ...(hidden > 0 ? [vscode.l10n.t('… and more lines: {0}', hidden)] : []),
  ].join('\n');
}

/** Returns a text like `price 20 → 25, stock 3 → 4`, or without the values before `price 25, stock 4`. */
export function fieldsText(fields: readonly ShownField[], { withBefore }: { withBefore: boolean }): string {
  const more = fields.length - maximumFields;
  return [
    ...fields.slice(0, maximumFields).map(({ name, from, to }) => {
      const before = withBefore ? `${oneLine(from, 50)} → ` : '';
      return `${plainText(name, 60)} ${before}${oneLine(to, 50)}`;
    }),
    ...(more > 0 ? [vscode.l10n.t('… and {0} more', more)] : []),
  ].join(', ');
}

const order = { delete: 0, create: 1, update: 2 };

/** Returns an entry for the command `vscode.changes`: the resource, its left side and its right side. */
function sides(
  texts: Pick<ReadonlyTexts, 'add'>,
  { kind, name, before, after }: ShownChange,
): (vscode.Uri | undefined)[] {
  const [left, right] = texts.add(`${fileName(name)}.json`, before, after);
  return [right, kind === 'create' ? undefined : left, kind === 'delete' ? undefined : right];
}

async function typeNumber(targetLabel: string, deletes: number): Promise<void> {
  await showInput({
    title: targetLabel,
    prompt: vscode.l10n.t('Type {0} to delete this many records', deletes),
    ignoreFocusOut: true,
    validate: text =>
      text.trim() === String(deletes) ? undefined : vscode.l10n.t('The number does not match. Nothing was sent.'),
  });
}
