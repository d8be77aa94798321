import * as vscode from 'vscode';
import { environmentScheme } from '../nodes/environment';

/** Registers the color and badge of production, test and sandbox environments. */
export function decorateEnvironments(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      if (uri.scheme !== environmentScheme) return undefined;
      switch (uri.path) {
        case '/production':
          return decoration('P', vscode.l10n.t('Production environment'), 'hydrogen.productionForeground');
        case '/sandbox':
          return decoration('S', vscode.l10n.t('Environment of the local sandbox'), 'hydrogen.sandboxForeground');
        default:
          return decoration('T', vscode.l10n.t('Test environment'), 'hydrogen.testForeground');
      }
    },
  });
}

function decoration(badge: string, tooltip: string, colour: string): vscode.FileDecoration {
  return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor(colour));
}
