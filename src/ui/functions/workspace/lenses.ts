import * as vscode from 'vscode';

// In the code of a bundler the assignment may be anywhere, also with a computed right side.
const entry = /^[ \t]*(?:module\.)?exports\.main\s*=/m;

/** Returns the lenses above `exports.main` of a function’s file. */
export function lensesOf(document: vscode.TextDocument): vscode.CodeLens[] {
  const found = entry.exec(document.getText());
  if (found === null) return [];
  const position = document.positionAt(found.index);
  const lens = (icon: string, title: string, command: string) =>
    new vscode.CodeLens(new vscode.Range(position, position), {
      title: `$(${icon}) ${title}`,
      command: `hydrogen.function.${command}`,
      arguments: [document.uri],
    });
  return [
    lens('play', vscode.l10n.t('Run'), 'run'),
    lens('debug-alt', vscode.l10n.t('Debug'), 'debug'),
    lens('cloud-upload', vscode.l10n.t('Deploy…'), 'deploy'),
  ];
}
