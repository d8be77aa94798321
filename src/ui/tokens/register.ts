import * as vscode from 'vscode';
import { registerSecretCommands, type SecretDependencies } from './secretCommands';
import { registerTokenCommands, type TokenCommandDependencies } from './tokenCommands';
import { showTokenReports } from './tokenReports';
import { warnBeforeEnd } from './tokenWarning';

/** The credentials of applications: authorizing, renewing, keeping and forgetting, and what is said about them. */
export function registerTokens(dependencies: TokenCommandDependencies & SecretDependencies): vscode.Disposable {
  const { selection, tokens, storage } = dependencies;
  return vscode.Disposable.from(
    ...registerTokenCommands(dependencies),
    ...registerSecretCommands(dependencies),
    showTokenReports(tokens),
    warnBeforeEnd(selection, tokens, storage.directory),
  );
}
