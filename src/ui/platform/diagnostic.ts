import * as vscode from 'vscode';
import { plainText } from '../messages/plainText';

/** Creates a diagnostic of the extension. @param severity an error by default */
export function createDiagnostic(
  range: vscode.Range,
  text: string,
  severity?: vscode.DiagnosticSeverity,
): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, plainText(text, 1000), severity);
  diagnostic.source = 'Hydrogen';
  return diagnostic;
}
