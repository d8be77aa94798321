import * as vscode from 'vscode';
import type { AddressProblem } from '../../applications/address';
import type { FieldProblem } from '../../applications/application';
import type { JsonSyntaxProblem } from '../../json/json';

const addressProblems: Record<AddressProblem, () => string> = {
  empty: () => vscode.l10n.t('Enter an address, such as https://example.com.'),
  spaces: () => vscode.l10n.t('An address has no spaces.'),
  malformed: () => vscode.l10n.t('This is not a valid address. It looks like https://example.com.'),
  scheme: () => vscode.l10n.t('The address must begin with https://.'),
  insecure: () => vscode.l10n.t('Plain http would show your credentials to the network. Use https.'),
  userInfo: () => vscode.l10n.t('Remove the user name and password from the address.'),
};

/** Returns why a typed address is not accepted. */
export function addressProblem(problem: AddressProblem): string {
  return addressProblems[problem]();
}

const idProblems: Record<FieldProblem, () => string> = {
  empty: () => vscode.l10n.t('Enter a value.'),
  spaces: () => vscode.l10n.t('An ID has no spaces.'),
  header: () => vscode.l10n.t('An ID consists of ASCII letters, digits and punctuation.'),
};

/** Returns why a typed ClientID or Env ID is not accepted. */
export function idMessage(problem: FieldProblem): string {
  return idProblems[problem]();
}

/** Returns the reasons why a text is not valid JSON. */
export function jsonProblems(): Record<JsonSyntaxProblem['code'], string> {
  return {
    unexpectedToken: vscode.l10n.t('This is not JSON.'),
    unexpectedEnd: vscode.l10n.t('This is not JSON.'),
    badString: vscode.l10n.t('This is not JSON.'),
    duplicateName: vscode.l10n.t('This name occurs twice in the object.'),
    tooDeep: vscode.l10n.t('This is nested too deep.'),
  };
}
