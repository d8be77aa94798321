import * as vscode from 'vscode';
import { showStatus } from '../platform/dialogs';
import { registerSecretCommands, type SecretDependencies } from './secretCommands';
import { registerTokenCommands, type TokenCommandDependencies } from './tokenCommands';
import type { Tokens } from './tokens';
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

/** Milliseconds that a report stays in the status bar. */
const reportTime = 8000;

/** Shows in the status bar that another window renewed a token, or that an application was authorized again. */
function showTokenReports(tokens: Tokens): vscode.Disposable {
  return tokens.onDidReport(({ application, event }) => {
    if (event.kind === 'adopted')
      showStatus(vscode.l10n.t('The token of {0} was renewed in another window', application.name), reportTime);
    if (event.kind === 'recovered')
      showStatus(
        vscode.l10n.t(
          'The token of {0} had expired or was replaced elsewhere; the application was authorized again',
          application.name,
        ),
        reportTime,
      );
  });
}
