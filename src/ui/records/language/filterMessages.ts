import * as vscode from 'vscode';
import type { FilterProblem } from '../../../records/filter/filterProblem';
import { plainText } from '../../messages/plainText';

/** Explains a problem in a filter and how to fix it. */
export function filterProblem(problem: FilterProblem): string {
  const { code, name = '', nearest, operator = '', type = '', instead, expected = '' } = problem;
  const column = plainText(name, 60);
  return {
    expectedColumn: vscode.l10n.t('Enter the name of a column.'),
    expectedOperator: vscode.l10n.t('Enter a comparison, such as =, > or contains.'),
    expectedValue: vscode.l10n.t('Enter a value. Put text with spaces in quotes.'),
    expectedList: vscode.l10n.t('Enter values in parentheses: (1, 2, 3)'),
    expectedAnd: vscode.l10n.t('Enter “and” between the two values.'),
    expectedConnector: vscode.l10n.t('Enter “and” or “or”. Put text with spaces in quotes.'),
    expectedClose: vscode.l10n.t('The closing parenthesis is missing.'),
    unclosed: vscode.l10n.t('The closing quote is missing.'),
    tooDeep: vscode.l10n.t('The filter is nested too deep.'),
    tooLong: vscode.l10n.t('The filter is too long for the service.'),
    badJson: vscode.l10n.t('This is not JSON that the service can compare.'),
    badCondition: vscode.l10n.t(
      'The service does not understand {0}. Write conditions as {1}.',
      column,
      '{"name": {"$eq": "…"}}',
    ),
    unknownColumn:
      nearest === undefined
        ? vscode.l10n.t('The table has no column {0}.', column)
        : vscode.l10n.t('The table has no column {0}. Did you mean {1}?', column, plainText(nearest, 60)),
    unsupported: vscode.l10n.t(
      'The service cannot compare {0} with “{1}”: its type is {2}.',
      column,
      operator,
      plainText(type, 60),
    ),
    wrongType: vscode.l10n.t('{0} must be compared with a value of the type {1}.', column, plainText(expected, 60)),
    notAChoice: vscode.l10n.t('The console offers other values for {0}: {1}', column, plainText(expected, 200)),
    cannotNegate:
      instead === undefined
        ? vscode.l10n.t('The service has no opposite of “{0}”.', operator)
        : vscode.l10n.t('The service has no opposite of “{0}”. Use “{1}” without “not”.', operator, instead),
    badPattern: vscode.l10n.t('This is not a regular expression. Its options can be i, m and s.'),
    emptyList: vscode.l10n.t('Enter at least one value.'),
  }[code];
}
