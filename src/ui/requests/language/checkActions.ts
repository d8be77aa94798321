import * as vscode from 'vscode';
import { checkInputOf } from '../../../requests/checks/evaluate';
import { checksEdit, suggestChecks } from '../../../requests/checks/suggest';
import type { Verdict } from '../../../requests/checks/verdict';
import type { RequestNode } from '../../../requests/document/syntax';
import { requestAt } from '../../../requests/language/nodeAt';
import { checkApplied } from '../../platform/textEdits';
import type { CommandRunner } from '../../platform/command';
import { showStatus } from '../../platform/dialogs';
import { UiError } from '../../messages/uiError';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { requestAtCursor } from '../document/requestAtCursor';
import type { Responses } from '../responses/responses';
import type { CheckResults } from '../sending/checkResults';
import type { OutdatedSnapshots } from '../sending/outdatedSnapshots';
import { snapshotsOf } from '../sending/snapshotFile';
import { messages } from '../document/requestMessage';

interface CheckActionServices {
  commands: CommandRunner;
  checkResults: CheckResults;
  /** The outdated snapshots of test runs. */
  outdatedSnapshots: OutdatedSnapshots;
  responses: Pick<Responses, 'find'>;
}

/** Registers actions at a request that use its response: adding checks and updating its snapshot. */
export function registerCheckActions(services: CheckActionServices): vscode.Disposable[] {
  const { commands, checkResults } = services;
  return [
    commands.register('hydrogen.request.addChecks', (uri, index) => addChecks(services, uri, index)),
    commands.register('hydrogen.request.updateSnapshot', (uri, index) => updateSnapshot(services, uri, index)),
    vscode.languages.registerCodeActionsProvider(
      languageId,
      { provideCodeActions: (document, range) => checkActions(checkResults, document, range) },
      { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.RefactorRewrite] },
    ),
  ];
}

async function addChecks(
  { checkResults, responses }: CheckActionServices,
  uri: unknown,
  index: unknown,
): Promise<void> {
  const { document, request } = await requestAtCursor(uri, index);
  const responseUri = checkResults.of(document, request)?.response;
  const response = responseUri && responses.find(responseUri);
  if (response === undefined) throw notSent();
  const lines = suggestChecks(checkInputOf({ ...response.resolved, checks: [] }, response.result));
  const added = checksEdit(request, parsedDocument(document), lines);
  if (added === undefined) throw new UiError(vscode.l10n.t('The request has all checks that its response suggests.'));
  const edit = new vscode.WorkspaceEdit();
  edit.insert(document.uri, document.positionAt(added.offset), added.text);
  checkApplied(await vscode.workspace.applyEdit(edit));
}

async function updateSnapshot(
  { checkResults, outdatedSnapshots }: CheckActionServices,
  uri: unknown,
  index: unknown,
): Promise<void> {
  const testSnapshot = outdatedSnapshots.of(uri);
  if (testSnapshot !== undefined) {
    await updateSnapshotOf(testSnapshot.document, testSnapshot.request, testSnapshot.verdict);
    return;
  }
  const { document, request } = await requestAtCursor(uri, index);
  const sent = checkResults.of(document, request);
  const verdict = sent?.verdicts.find(isOutdated);
  if (sent === undefined || verdict?.actual === undefined) throw notSent();
  await updateSnapshotOf(document, request, verdict);
  const passed = { passed: true, failure: undefined, detail: undefined, expected: undefined, actual: undefined };
  const verdicts = sent.verdicts.map(verdict => (isOutdated(verdict) ? { ...verdict, ...passed } : verdict));
  checkResults.add(document, document.version, request, { ...sent, verdicts });
}

function checkActions(
  checkResults: CheckResults,
  document: vscode.TextDocument,
  range: vscode.Range,
): vscode.CodeAction[] {
  const request = requestAt(parsedDocument(document), document.offsetAt(range.start));
  const sent = request && checkResults.of(document, request);
  if (request === undefined || sent === undefined) return [];
  const action = (title: string, kind: vscode.CodeActionKind, command: string) => {
    const codeAction = new vscode.CodeAction(title, kind);
    codeAction.command = { command, title, arguments: [document.uri, request.index] };
    return codeAction;
  };
  const { QuickFix, RefactorRewrite } = vscode.CodeActionKind;
  const add = action(vscode.l10n.t('Add checks from this response'), RefactorRewrite, 'hydrogen.request.addChecks');
  const isAtOutdated = sent.verdicts
    .filter(isOutdated)
    .some(verdict => editorRange(document, verdict.range).intersection(range) !== undefined);
  if (!isAtOutdated) return [add];
  return [action(vscode.l10n.t('Update the snapshot'), QuickFix, 'hydrogen.request.updateSnapshot'), add];
}

async function updateSnapshotOf(
  document: vscode.TextDocument,
  request: RequestNode,
  { actual = '', environment = '' }: Verdict,
): Promise<void> {
  try {
    await snapshotsOf(document, 'update')?.keep(request, actual, environment);
  } catch {
    throw new UiError(messages.failure('badSnapshots'));
  }
  showStatus(vscode.l10n.t('The snapshot was updated'), 3000);
}

function isOutdated({ failure }: Verdict): boolean {
  return failure === 'otherSnapshot';
}

function notSent(): UiError {
  return new UiError(vscode.l10n.t('Send the request first. Editing the document discards its response.'));
}
