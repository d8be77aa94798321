import * as vscode from 'vscode';
import type { MergedShape, SchemaChoice } from '../../../records/schema/mergeShapes';
import type { TablePlan } from '../../../records/schema/tablePlan';
import { shapeText, type TableShape } from '../../../records/schema/tableShape';
import { plainText } from '../../messages/plainText';
import { showModal } from '../../platform/dialogs';
import { showInput } from '../../platform/prompts';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import { confirmChanges } from '../document/askPlan';
import { stepText, valueText } from './schemaMessages';

/** A table or column to drop. The user confirms the loss of data by typing its name. */
interface DropQuestion {
  kind: 'table' | 'column';
  name: string;
  /** The name of the table that contains the column. */
  tableName?: string;
  /** The number of records in the table, or with a value in the column; `undefined` if unknown. */
  records: number | undefined;
  /** Writes the records to a file. */
  exportFirst: () => Promise<void>;
}

/** Asks once which side to use for all conflicts. @throws vscode.CancellationError */
export async function askSchemaConflicts(targetLabel: string, { conflicts }: MergedShape): Promise<SchemaChoice> {
  const lines = conflicts.map(({ name, property, mine, theirs }) => {
    const fieldPath = [name, property].filter(part => part !== undefined).map(part => plainText(part, 60));
    return vscode.l10n.t('{0}: here {1}, on the server {2}', fieldPath.join(' › '), valueText(mine), valueText(theirs));
  });
  const [mine, theirs] = [vscode.l10n.t('Use Mine'), vscode.l10n.t('Use the Server’s')];
  const question = vscode.l10n.t('{0}: the schema was changed here and on the server.', targetLabel);
  const chosen = await showModal('warning', question, lines.join('\n'), theirs, mine);
  return chosen === mine ? 'mine' : 'theirs';
}

/** Asks the user to type the name of a table or column before it is dropped. @throws vscode.CancellationError */
export async function askDrop(
  targetLabel: string,
  { kind, name, tableName = '', records, exportFirst }: DropQuestion,
): Promise<void> {
  const shown = plainText(name, 60);
  const count = records ?? vscode.l10n.t('unknown');
  const [question, detail] =
    kind === 'column'
      ? [
          vscode.l10n.t('Drop the column {0} of {1} in {2}?', shown, plainText(tableName, 60), targetLabel),
          vscode.l10n.t('Records with a value in it: {0}. These values are lost and cannot be restored.', count),
        ]
      : [
          vscode.l10n.t('Drop the table {0} in {1}?', shown, targetLabel),
          vscode.l10n.t('Records in it: {0}. They are lost and cannot be restored.', count),
        ];
  const exports = vscode.l10n.t('Export First…');
  const type = vscode.l10n.t('Type the Name…');
  const chosen = await showModal('warning', question, detail, exports, type);
  if (chosen === exports) await exportFirst();
  const typed = await showInput({
    title: targetLabel,
    prompt: vscode.l10n.t('Type {0} to drop it', shown),
    ignoreFocusOut: true,
    validate: text => (text === name ? undefined : vscode.l10n.t('The name does not match. Nothing was sent.')),
  });
  if (typed !== name) throw new vscode.CancellationError();
}

/**
 * Asks whether to save a schema. Shows the steps, and on request the schema before and after.
 * @param notes more lines that are shown above the steps
 * @throws vscode.CancellationError
 */
export async function askSchemaPlan(
  texts: Pick<ReadonlyTexts, 'add'>,
  targetLabel: string,
  { steps }: TablePlan,
  { before, after, notes }: { before: TableShape | undefined; after: TableShape; notes: readonly string[] },
): Promise<void> {
  await confirmChanges(texts, targetLabel, {
    question: vscode.l10n.t('Save the schema of {0} to {1}?', plainText(after.name, 60), targetLabel),
    lines: [...notes, ...steps.map(stepText)].join('\n'),
    changes: [
      {
        kind: before === undefined ? 'create' : 'update',
        name: `${after.name}.schema`,
        fields: [],
        before: before === undefined ? '' : shapeText(before),
        after: shapeText(after),
      },
    ],
  });
}
