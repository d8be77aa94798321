import * as vscode from 'vscode';
import type { Located } from './environmentTarget';

const scheme = 'hydrogen-environment';

/** Marks everything that belongs to an environment; the decoration is found by it. */
export function environmentUri({ application, environment }: Located): vscode.Uri {
  const kind = application.sandbox !== undefined ? 'sandbox' : environment === undefined ? 'production' : 'test';
  return vscode.Uri.from({ scheme, path: `/${kind}` });
}

/** Colour and badge of production, test and sandbox environments. */
export function decorateEnvironments(): vscode.Disposable {
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration(uri) {
      if (uri.scheme !== scheme) return undefined;
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
