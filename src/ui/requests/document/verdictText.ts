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
    return vscode.l10n.t('The response is not as it is documented: {0}', paths.join(', ') + (length > 5 ? ', …' : ''));
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
    vscode.l10n.t('A check cannot begin with {0}. Known are {1}.', detail, checkSubjects.join(', ')),
  badCheckPath: detail =>
    vscode.l10n.t(
      '{0} cannot be checked: a header has a name, a body a path such as objects[0].name. The last operator of a line counts; put a value with one in it into a variable.',
      detail,
    ),
  missingExpected: detail => vscode.l10n.t('A value is missing behind {0}.', detail),
  badPattern: () => vscode.l10n.t('This is not a regular expression.'),
  notDocumented: () => vscode.l10n.t('The service documents no shape of this response.'),
  nothingThere: detail => vscode.l10n.t('The response has nothing at {0}.', detail),
  notJson: () => vscode.l10n.t('The body is not JSON.'),
  tooSlow: () => vscode.l10n.t('The regular expression takes too long.'),
  cutOff: () => vscode.l10n.t('The response is too large for its body to be checked.'),
  noSnapshot: () =>
    vscode.l10n.t('There is no snapshot yet, and none is written of a response that is not as it should be.'),
  noSnapshotInCi: () => vscode.l10n.t('There is no snapshot yet.'),
  otherSnapshot: detail => vscode.l10n.t('The response is not as its snapshot: {0}', detail),
  ambiguousSnapshot: detail =>
    vscode.l10n.t(
      'Another request with a snapshot is called {0} too. Give each a name of its own with # @name.',
      detail,
    ),
  badSnapshots: () => vscode.l10n.t('The file of the snapshots cannot be read or written.'),
  noPlace: () => vscode.l10n.t('Snapshots are stored beside the document: save it first.'),
  otherThere: detail => vscode.l10n.t('The response of the other environment is not the same: {0}', detail),
  notThere: detail => vscode.l10n.t('The other environment gave no response to compare with: {0}', detail),
  notRead: () =>
    vscode.l10n.t('Only what reads from the application is sent to another environment. This was sent once.'),
};
