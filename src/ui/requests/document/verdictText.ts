import * as vscode from 'vscode';
import { checkSubjects } from '../../../requests/document/checkLine';
import { comparesResponses, countOf, type CheckFailure, type Verdict } from '../../../requests/checks/verdict';

/** “3 of 4 checks passed”. */
export function countText(verdicts: readonly Verdict[]): string {
  const { passed, all } = countOf(verdicts);
  return vscode.l10n.t('{0} of {1} checks passed', passed, all);
}

/** Why a check failed. */
export function verdictText(verdict: Verdict): string {
  const { failure, detail = '', expected, actual, differences } = verdict;
  const why = failure === undefined ? undefined : failures[failure](detail);
  const { length } = differences;
  if (length > 0) {
    const paths = differences.slice(0, 5).map(({ path }) => path || vscode.l10n.t('the response'));
    return vscode.l10n.t(
      'The response differs from its documentation: {0}',
      paths.join(', ') + (length > 5 ? ', …' : ''),
    );
  }
  if (actual === undefined || comparesResponses(verdict)) return why ?? '';
  const compared =
    expected === undefined
      ? vscode.l10n.t('It is {0}.', actual)
      : vscode.l10n.t('Expected {0}, but it is {1}.', expected, actual);
  return why === undefined ? compared : `${why} ${compared}`;
}

/** What is wrong with a check; the same while it is written and when it was tried. */
export const failures: Record<CheckFailure, (detail: string) => string> = {
  malformedCheck: () => vscode.l10n.t('A check is written as subject, operator and value: ?? status == 200'),
  unknownSubject: detail =>
    vscode.l10n.t('A check cannot begin with {0}. Use one of: {1}.', detail, checkSubjects.join(', ')),
  badCheckPath: detail =>
    vscode.l10n.t(
      '{0} cannot be checked: write a header with its name, a body with a path such as objects[0].name. The last operator of a line counts; put a value that contains one into a variable.',
      detail,
    ),
  missingExpected: detail => vscode.l10n.t('A value is missing after {0}.', detail),
  badPattern: () => vscode.l10n.t('This is not a regular expression.'),
  notDocumented: () => vscode.l10n.t('The service does not document the shape of this response.'),
  nothingThere: detail => vscode.l10n.t('The response has nothing at {0}.', detail),
  notJson: () => vscode.l10n.t('The body is not JSON.'),
  tooSlow: () => vscode.l10n.t('The regular expression takes too long.'),
  tooDeep: () => vscode.l10n.t('The JSON of the response nests too deeply to be checked.'),
  cutOff: () => vscode.l10n.t('The response is too large to check its body.'),
  noSnapshot: () => vscode.l10n.t('There is no snapshot yet, and none is written from a response that failed.'),
  noSnapshotInCi: () => vscode.l10n.t('There is no snapshot yet.'),
  otherSnapshot: detail => vscode.l10n.t('The response differs from its snapshot: {0}', detail),
  ambiguousSnapshot: detail =>
    vscode.l10n.t('Another request with a snapshot is also called {0}. Give each its own name with # @name.', detail),
  badSnapshots: () => vscode.l10n.t('The snapshot file cannot be read or written.'),
  noPlace: () => vscode.l10n.t('Snapshots are stored beside the document: save it first.'),
  otherThere: detail => vscode.l10n.t('The response of the other environment is different: {0}', detail),
  notThere: detail => vscode.l10n.t('The other environment gave no response to compare with: {0}', detail),
  notRead: () =>
    vscode.l10n.t(
      'Only requests that read from the application are sent to another environment. This one was sent once.',
    ),
};
