import * as vscode from 'vscode';
import type { Tokens } from './tokens';
import { showStatus } from '../platform/dialogs';

const short = 8000;

/** Says in the status bar what was done in silence: a token that came from elsewhere, or one that had to be made anew. */
export function showTokenReports(tokens: Tokens): vscode.Disposable {
  return tokens.onDidReport(({ application, event }) => {
    switch (event.kind) {
      case 'adopted':
        say(vscode.l10n.t('The token of {0} was renewed in another window', application.name));
        return;
      case 'recovered':
        say(
          vscode.l10n.t(
            'The token of {0} had ended or was replaced elsewhere; it was authorized again',
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
      case 'storeFailed': // the operation that met it fails, and says so
      case 'stampFailed':
        return;
    }
  });
}

function say(text: string): void {
  showStatus(text, short, 'info');
}
