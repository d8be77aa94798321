import * as vscode from 'vscode';
import { openUntitled } from '../platform/textEdits';
import { commandTarget, type TargetServices } from '../applications/commandTarget';
import { targetName } from '../nodes/environmentName';
import { isScripted, type CommandArgument } from '../platform/commandArgument';
import { showMessage, showStatus, withProgress } from '../platform/dialogs';
import { codeBlock } from '../messages/plainText';
import type { ReadonlyTexts } from '../platform/readonlyTexts';
import { examine, type DiagnosisDependencies } from './diagnosis';
import { reportText, worstOf, type ReportSection } from './report';

export interface DiagnoseDependencies extends DiagnosisDependencies, TargetServices {
  texts: ReadonlyTexts;
  /** Facts about the editor and the extension, printed above the report. */
  about: readonly string[];
}

/** Shows the report in an editor and updates it after each step. A script gets the finished text instead. */
export async function diagnoseConnection(
  dependencies: DiagnoseDependencies,
  argument: CommandArgument,
): Promise<string | undefined> {
  const target = await commandTarget(dependencies, argument);
  const targetLabel = targetName(target);
  const title = vscode.l10n.t('Connection of {0}', targetLabel);
  const about = [new Date().toISOString(), ...dependencies.about];
  const text = (sections: readonly ReportSection[]) => reportText(title, about, sections);
  if (isScripted(argument)) {
    return text(await examine(target, dependencies, new AbortController().signal, () => undefined));
  }
  const update = await dependencies.texts.showGrowing(`${vscode.l10n.t('Diagnosis')}.md`, text([]));
  const sections = await withProgress(vscode.l10n.t('Diagnosing {0}…', targetLabel), (signal, report) =>
    examine(target, dependencies, signal, finished => {
      report(finished.at(-1)?.findings.at(-1)?.title ?? '');
      update(text(finished));
    }).catch((error: unknown) => {
      throw signal.aborted ? new vscode.CancellationError() : error;
    }),
  );
  void offer(sections, text(sections));
  return undefined;
}

async function offer(sections: readonly ReportSection[], report: string): Promise<void> {
  const worst = worstOf(sections);
  const copy = vscode.l10n.t('Copy Report');
  const issue = vscode.l10n.t('Report Issue');
  const chosen =
    worst === undefined
      ? await showMessage('information', vscode.l10n.t('Every step on the way to the service works.'), copy, issue)
      : await showMessage(
          worst.outcome === 'failed' ? 'error' : 'warning',
          vscode.l10n.t('{0}: {1}', worst.title, worst.advice),
          copy,
          issue,
        );
  if (chosen === copy) {
    await vscode.env.clipboard.writeText(report);
    showStatus(vscode.l10n.t('The report is on the clipboard'));
  }
  if (chosen === issue) await openIssue(report);
}

/** Opens the draft of an issue in an editor. The user completes and submits it: the extension sends nothing. */
async function openIssue(report: string): Promise<void> {
  const content = [
    `# ${vscode.l10n.t('Connection problem')}`,
    '',
    vscode.l10n.t('What I did, and what I expected:'),
    '',
    '',
    vscode.l10n.t(
      'The report contains names and addresses of servers, but no credentials. Remove what should not be public.',
    ),
    '',
    codeBlock(report, 'text'),
  ].join('\n');
  await vscode.window.showTextDocument(await openUntitled('markdown', content));
}
