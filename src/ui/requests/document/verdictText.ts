import * as vscode from 'vscode';
import { checkSubjects } from '../../../requests/document/checkLine';
import { countOf, type CheckFailure, type Verdict } from '../../../requests/checks/verdict';

/** “3 of 4 checks passed”. */
export function countText(verdicts: readonly Verdict[]): string {
  const { passed, all } = countOf(verdicts);
  return vscode.l10n.t('{0} of {1} checks passed', passed, all);
}

/** Why a check failed. */
export function verdictText({ failure, detail = '', expected, actual, differences }: Verdict): string {
  const why = failure === undefined ? undefined : failures[failure](detail);
  const { length } = differences;
  if (length > 0) {
    const paths = differences.slice(0, 5).map(({ path }) => path || vscode.l10n.t('the response'));
    return vscode.l10n.t('The response is not as it is documented: {0}', paths.join(', ') + (length > 5 ? ', …' : ''));
  }
  if (actual === undefined) return why ?? '';
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
};
