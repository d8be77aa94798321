import * as vscode from 'vscode';
import type { Tokens } from './tokens';
import { showStatus } from '../platform/dialogs';

const milliseconds = 8000;

/** Shows in the status bar that another window renewed a token, or that an application was authorized again. */
export function showTokenReports(tokens: Tokens): vscode.Disposable {
  return tokens.onDidReport(({ application, event }) => {
    if (event.kind === 'adopted')
      showStatus(vscode.l10n.t('The token of {0} was renewed in another window', application.name), milliseconds);
    if (event.kind === 'recovered')
      showStatus(
        vscode.l10n.t(
          'The token of {0} had expired or was replaced elsewhere; the application was authorized again',
          application.name,
        ),
        milliseconds,
      );
  });
}
