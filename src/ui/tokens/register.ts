import * as vscode from 'vscode';
import { registerSecretCommands, type SecretDependencies } from './secretCommands';
import { registerTokenCommands, type TokenCommandDependencies } from './tokenCommands';
import { showTokenReports } from './tokenReports';
import { warnBeforeEnd } from './tokenWarning';

/** Registers the commands for authorization, tokens and secrets, with their status and warnings. */
export function registerTokens(dependencies: TokenCommandDependencies & SecretDependencies): vscode.Disposable {
  const { selection, tokens, storage } = dependencies;
  return vscode.Disposable.from(
    ...registerTokenCommands(dependencies),
    ...registerSecretCommands(dependencies),
    showTokenReports(tokens),
    warnBeforeEnd(selection, tokens, storage.directory),
  );
}
