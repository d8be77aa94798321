import * as vscode from 'vscode';
import type { ImportScan } from '../../../records/transfer/importScan';
import { recognitionKind } from '../../../records/transfer/importFile';
import type { Mapping } from '../../../records/transfer/mapping';
import { servicePlans } from '../../../records/transfer/pace';
import { previewTable, type PreviewContent } from '../../../records/transfer/previewTable';
import { targetName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import { showPick } from '../../platform/prompts';
import type { TableTarget } from './exportSource';
import type { ChosenFile } from './chosenFile';
import type { ImportPreview } from './importPreview';
import { hasPlan, planName, type RememberedPlans } from './servicePlan';
import { transferMessages } from './transferMessages';

/** An import in batches before it begins. */
export interface ImportPlan {
  tableTarget: TableTarget;
  chosen: ChosenFile;
  mapping: Mapping;
  scan: ImportScan;
}

interface PlanQuestions {
  preview: ImportPreview;
  plans: RememberedPlans;
}

/**
 * Shows a summary of an import and asks how to go on. Offers a preview.
 * @returns `import` to begin, `columns` to change the columns
 * @throws vscode.CancellationError
 */
export async function askImport(plan: ImportPlan, { preview, plans }: PlanQuestions): Promise<'import' | 'columns'> {
  const { scan, tableTarget } = plan;
  const { application } = tableTarget.target;
  const sendable = scan.rows - scan.wrongRows;
  preview.update(previewOf(plan));
  for (;;) {
    const servicePlan = plans.of(application);
    const counts = vscode.l10n.t('Rows: {0}, with errors: {1}', scan.rows, scan.wrongRows);
    const items: (vscode.QuickPickItem & { action: 'import' | 'columns' | 'preview' | 'plan' })[] = [
      ...(sendable === 0
        ? []
        : [
            {
              label: sendable === 1 ? vscode.l10n.t('Import 1 Row') : vscode.l10n.t('Import {0} Rows', sendable),
              description:
                scan.requests === 1 ? vscode.l10n.t('1 request') : vscode.l10n.t('{0} requests', scan.requests),
              detail: transferMessages.recognition(recognitionKind(plan.mapping, scan)),
              action: 'import' as const,
            },
          ]),
      {
        label: vscode.l10n.t('Show Preview'),
        description: vscode.l10n.t('the first rows and their errors'),
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
    if (picked.action === 'preview') preview.show(previewOf(plan));
    else if (picked.action === 'plan') await plans.ask(application);
    else return picked.action;
  }
}

export function importTitle({ chosen, tableTarget }: Pick<ImportPlan, 'chosen' | 'tableTarget'>): string {
  return vscode.l10n.t(
    'Import {0} into {1} · {2}',
    chosen.name,
    plainText(tableTarget.table.name, 60),
    targetName(tableTarget.target),
  );
}

/** Returns the content of the preview. Its notes contain the errors of rows that the table does not show. */
function previewOf(plan: ImportPlan): PreviewContent {
  const { scan, mapping, tableTarget, chosen } = plan;
  const table = previewTable(scan.preview, mapping, tableTarget.table, transferMessages);
  const last = table.rows.at(-1)?.line ?? 0;
  const below = scan.firstWrongRows.filter(({ source }) => source.line > last);
  const notes = below.map(row =>
    vscode.l10n.t('line {0}: {1}', row.source.line, plainText(transferMessages.problems(row.problems))),
  );
  const shownWrong = scan.preview.slice(0, table.rows.length).filter(({ problems }) => problems.length > 0);
  const more = scan.wrongRows - shownWrong.length - below.length;
  if (more > 0) notes.push(vscode.l10n.t('… and {0} more', more));
  const rows = vscode.l10n.t('First rows: {0}', table.rows.length);
  return {
    title: vscode.l10n.t('Preview of {0}', chosen.name),
    counts: vscode.l10n.t('Rows: {0}, with errors: {1}', scan.rows, scan.wrongRows),
    notes: [
      importTitle(plan),
      ignoredText(scan),
      transferMessages.recognition(recognitionKind(mapping, scan)),
      ...notes,
      rows,
    ],
    words: { line: vscode.l10n.t('Line'), rows },
    table,
  };
}

function ignoredText({ ignoredColumns }: Pick<ImportScan, 'ignoredColumns'>): string {
  return ignoredColumns.length === 0
    ? vscode.l10n.t('All columns of the file are imported')
    : transferMessages.ignoredColumns(ignoredColumns);
}
