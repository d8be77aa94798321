import * as vscode from 'vscode';
import type { RequestResult, RunProblem } from '../../requests/checks/result';
import type { Verdict } from '../../requests/checks/verdict';
import { indentJson } from '../../requests/document/indentJson';
import { plainText } from '../platform/plainText';
import { editorRange } from '../requests/document/parsedDocument';
import { outdatedSnapshot } from '../requests/sending/outdatedSnapshots';
import { verdictText } from '../requests/document/verdictText';

/** What failed, at the lines of the checks, else at that of the request; a comparison as a difference. */
export function messagesOf(
  { verdicts, problem, line }: RequestResult,
  source: vscode.TextDocument,
): vscode.TestMessage[] {
  const failed = verdicts.filter(({ passed }) => !passed);
  const messages = failed.map(verdict =>
    messageOf(verdict, new vscode.Location(source.uri, editorRange(source, verdict.range))),
  );
  if (problem === undefined) return messages;
  const message = new vscode.TestMessage(plainText(problemText(problem), 1000));
  message.location = new vscode.Location(source.uri, new vscode.Position(problem.line ?? line, 0));
  return [message, ...messages];
}

function messageOf(verdict: Verdict, location: vscode.Location): vscode.TestMessage {
  const { expected, actual } = verdict;
  const text = plainText(verdictText(verdict), 1000);
  // Of `!=` both sides are the same.
  const canCompare = expected !== undefined && actual !== undefined && expected !== actual;
  const message = canCompare
    ? vscode.TestMessage.diff(text, readable(expected), readable(actual))
    : new vscode.TestMessage(text);
  message.location = location;
  if (verdict.failure === 'otherSnapshot') message.contextValue = outdatedSnapshot;
  return message;
}

function readable(value: string): string {
  return /^[[{]/.test(value) ? (indentJson(value) ?? value) : value;
}

/** One line for the request, and one for each check that failed: as on the command line. */
export function outputOf({ outcome, label, milliseconds, attempts, problem, verdicts }: RequestResult): string[] {
  const signs = { passed: '✓', failed: '✗', skipped: '-', cancelled: '-' } as const;
  const took = attempts > 0 ? ` (${Math.round(milliseconds)} ms)` : '';
  const again = attempts > 1 ? ` ${vscode.l10n.t('It was sent {0} times.', attempts)}` : '';
  const failed = verdicts
    .filter(({ passed }) => !passed)
    .map(verdict => `    ${verdict.title}: ${verdictText(verdict)}`);
  const why = problem === undefined ? [] : [`    ${problemText(problem)}`];
  return [`${signs[outcome]} ${label}${took}${again}`, ...why, ...failed];
}

/** Why a request did not pass, or was not sent. */
function problemText({ code, detail = '' }: RunProblem): string {
  switch (code) {
    case 'error':
      return detail;
    case 'status':
      return vscode.l10n.t('It has no checks, and its status is {0}.', detail);
    case 'cycle':
      return vscode.l10n.t('These requests need each other’s responses: {0}', detail);
    case 'needs':
      return vscode.l10n.t('It needs the response of {0}, but there is none.', detail);
    case 'setup':
      return vscode.l10n.t('The setup {0} failed.', detail);
    case 'skip':
      return detail === '' ? '# @skip' : detail;
    case 'notOnly':
      return vscode.l10n.t('Another request has # @only.');
    case 'received':
      return vscode.l10n.t('Cancelled. The service may have received it.');
    case 'wrongCheck':
      return vscode.l10n.t('Nothing of this file was sent, because {0} has a check that means nothing.', detail);
    case 'bail':
      return detail;
  }
}
