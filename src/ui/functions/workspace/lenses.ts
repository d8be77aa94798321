import * as vscode from 'vscode';

// In bundled code, the assignment may be on any line, and its right side may be any expression.
const entry = /^[ \t]*(?:module\.)?exports\.main\s*=/m;

/** Returns the code lenses above `exports.main` in the file of a function. */
export function lensesOf(document: vscode.TextDocument): vscode.CodeLens[] {
  const match = entry.exec(document.getText());
  if (match === null) return [];
  const position = document.positionAt(match.index);
  const lens = (icon: string, title: string, command: string) =>
    new vscode.CodeLens(new vscode.Range(position, position), {
      title: `$(${icon}) ${title}`,
      command,
      arguments: [document.uri],
    });
  return [
    lens('play', vscode.l10n.t('Run'), 'hydrogen.function.run'),
    lens('debug-alt', vscode.l10n.t('Debug'), 'hydrogen.function.debug'),
    lens('cloud-upload', vscode.l10n.t('Deploy…'), 'hydrogen.function.deploy'),
  ];
}
