import * as vscode from 'vscode';
import type { ImportScan } from '../../../records/transfer/importScan';
import { recognitionKind } from '../../../records/transfer/importFile';
import type { Recognition } from '../../../records/transfer/journal';
import type { Mapping } from '../../../records/transfer/mapping';
import { servicePlans } from '../../../records/transfer/pace';
import { previewText } from '../../../records/transfer/previewText';
import { targetName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import { showPick } from '../../platform/prompts';
import type { ReadonlyTexts } from '../../platform/readonlyTexts';
import type { TablePlace } from './exportSource';
import type { ChosenFile } from './chosenFile';
import { hasPlan, planName, type RememberedPlans } from './servicePlan';
import { transferMessages } from './transferMessages';

/** An import of many rows before it begins. */
export interface ImportPlan {
  place: TablePlace;
  chosen: ChosenFile;
  mapping: Mapping;
  scan: ImportScan;
}

export interface PlanQuestions {
  texts: Pick<ReadonlyTexts, 'show'>;
  plans: RememberedPlans;
}

/**
 * Shows what an import would do.
 * @returns whether it may begin, or the columns are to be changed
 * @throws vscode.CancellationError
 */
export async function askImport(plan: ImportPlan, { texts, plans }: PlanQuestions): Promise<'import' | 'columns'> {
  const { scan, place, chosen } = plan;
  const { application } = place.target;
  const sendable = scan.rows - scan.wrongRows;
  for (;;) {
    const servicePlan = plans.of(application);
    const counts = vscode.l10n.t('{0} rows, {1} with errors', scan.rows, scan.wrongRows);
    const items: (vscode.QuickPickItem & { action: 'import' | 'columns' | 'preview' | 'plan' })[] = [
      ...(sendable === 0
        ? []
        : [
            {
              label: vscode.l10n.t('Import {0} Rows', sendable),
              description: vscode.l10n.t('{0} requests', scan.requests),
              detail: recognitionText(recognitionKind(plan.mapping, scan)),
              action: 'import' as const,
            },
          ]),
      {
        label: vscode.l10n.t('Show Preview'),
        description: vscode.l10n.t('the first {0} rows and their errors', scan.preview.length),
        action: 'preview',
      },
      { label: vscode.l10n.t('Change Columns…'), description: ignoredText(scan), action: 'columns' },
      ...(hasPlan(application)
        ? [
            {
              label: vscode.l10n.t('Change Plan…'),
              description:
                servicePlan === undefined
                  ? vscode.l10n.t('not chosen yet')
                  : vscode.l10n.t('{0}: {1} requests a minute', planName(servicePlan), servicePlans[servicePlan]),
              action: 'plan' as const,
            },
          ]
        : []),
    ];
    const picked = await showPick(items, {
      title: importTitle(plan),
      placeHolder: sendable === 0 ? vscode.l10n.t('No row can be imported: {0}', counts) : counts,
      ignoreFocusOut: true,
    });
    if (picked === undefined) throw new vscode.CancellationError();
    if (picked.action === 'preview') await texts.show(previewTitle(chosen), previewOf(plan));
    else if (picked.action === 'plan') await plans.ask(application);
    else return picked.action;
  }
}

export function importTitle({ chosen, place }: Pick<ImportPlan, 'chosen' | 'place'>): string {
  return vscode.l10n.t(
    'Import {0} into {1} · {2}',
    chosen.name,
    plainText(place.table.name, 60),
    targetName(place.target),
  );
}

/** The way in which rows are recognized after a lost response. */
export function recognitionText(kind: Recognition['kind']): string {
  switch (kind) {
    case 'index':
      return vscode.l10n.t(
        'After a lost response, rows are recognized by the unique index of the table. Rows that are there already stay as they are.',
      );
    case 'time':
      return vscode.l10n.t(
        'After a lost response, rows are recognized by created_at: each batch gets a second in the past of its own.',
      );
    case 'none':
      return vscode.l10n.t('After a lost response, rows cannot be recognized: the import stops at such a batch.');
  }
}

function previewTitle({ name }: ChosenFile): string {
  return vscode.l10n.t('Preview of {0}', name);
}

/** The errors come first, because they may be far below. */
function previewOf({ scan, mapping, place, chosen }: ImportPlan): string {
  const wrong = scan.wrong.map(row =>
    vscode.l10n.t('line {0}: {1}', row.source.line, transferMessages.problems(row.problems)),
  );
  const more = scan.wrongRows - wrong.length;
  return [
    importTitle({ chosen, place }),
    vscode.l10n.t('{0} rows, {1} with errors', scan.rows, scan.wrongRows),
    ...wrong.map(line => `  ${line}`),
    ...(more > 0 ? [`  ${vscode.l10n.t('… and {0} more', more)}`] : []),
    ignoredText(scan),
    '',
    previewText(scan.preview, mapping, place.table, transferMessages),
    '',
  ].join('\n');
}

function ignoredText({ ignored }: ImportScan): string {
  if (ignored.length === 0) return vscode.l10n.t('All columns of the file are imported');
  return vscode.l10n.t('Not imported: {0}', ignored.map(name => plainText(name, 40)).join(', '));
}
