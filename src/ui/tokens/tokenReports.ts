import * as vscode from 'vscode';
import type { Tokens } from './tokens';
import { showStatus } from '../platform/dialogs';

const short = 8000;

/** Shows in the status bar that another window renewed a token, or that an application was authorized again. */
export function showTokenReports(tokens: Tokens): vscode.Disposable {
  return tokens.onDidReport(({ application, event }) => {
    switch (event.kind) {
      case 'adopted':
        say(vscode.l10n.t('The token of {0} was renewed in another window', application.name));
        return;
      case 'recovered':
        say(
          vscode.l10n.t(
            'The token of {0} had expired or was replaced elsewhere; the application was authorized again',
            application.name,
          ),
        );
        return;
      case 'authorized':
      case 'refreshed':
      case 'refused':
      case 'responseLost':
      case 'credentialsRefused':
      case 'corrupted':
      case 'missingRead':
      case 'storeFailed': // the failed operation shows a message
      case 'stampFailed':
        return;
    }
  });
}

function say(text: string): void {
  showStatus(text, short);
}
