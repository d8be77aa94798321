import * as vscode from 'vscode';
import { pause } from '../../../api/http/retryAfter';
import { importRows, type ImportReport } from '../../../records/transfer/importFile';
import { ImportRate } from '../../../records/transfer/importRate';
import type { Journal } from '../../../records/transfer/journal';
import { Pace, pacedService, servicePlans } from '../../../records/transfer/pace';
import type { Guard } from '../../guard/guard';
import { whileWritable } from '../../guard/whileWritable';
import { withProgress } from '../../platform/dialogs';
import { waitText } from '../../platform/progress';
import type { ImportPlan } from './askImport';
import { hasPlan, type RememberedPlans } from './servicePlan';
import { transferMessages } from './transferMessages';

/**
 * Sends the rows that have no outcome in the journal, with a progress notification that can be cancelled. Stops when the
 * environment becomes read-only.
 */
export async function sendImport(
  guard: Pick<Guard, 'refuses'>,
  { tableTarget, chosen, scan }: Pick<ImportPlan, 'tableTarget' | 'chosen' | 'scan'>,
  indexes: Parameters<typeof importRows>[1]['indexes'],
  journal: Journal,
  plans: RememberedPlans,
  userAnswer?: 'stored' | 'missing',
): Promise<ImportReport> {
  const { table, target } = tableTarget;
  const { application } = target;
  const perMinute = hasPlan(application) ? servicePlans[plans.of(application) ?? 'free'] : undefined;
  const send = (signal: AbortSignal, show: (text: string) => void) => {
    const context = { ...tableTarget.service.context, signal };
    const service = pacedService({ ...tableTarget.service, context }, new Pace(perMinute), signal);
    const rate = new ImportRate(journal);
    const onProgress = ({ done }: { done: number }) =>
      show(vscode.l10n.t('{0} / {1} rows, {2} a second', done, scan.rows, rate.of(done)));
    return importRows(
      { file: chosen.file, format: chosen.format, onProgress },
      {
        service,
        table,
        indexes,
        journal,
        pause,
        signal,
        userAnswer,
        onWait: seconds => show(waitText(seconds)),
        describeProblem: problem => transferMessages.problem(problem),
      },
    );
  };
  return withProgress(vscode.l10n.t('Importing {0}…', chosen.name), (cancelled, show) =>
    whileWritable(guard, target, cancelled, signal => send(signal, show)),
  );
}
