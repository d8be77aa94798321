import * as vscode from 'vscode';
import { bodyFiles } from '../../../requests/document/multipart';
import { plainText } from '../../messages/plainText';
import { editorRange, parsedDocument } from '../document/parsedDocument';
import { bodyFileProblem } from '../sending/bodyFile';

/** Files beyond this number are only checked when their request is sent. */
const mostFiles = 100;

/** Reports body files that cannot be sent: missing ones and those outside the workspace folder. */
export async function fileDiagnostics(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  const files = bodyFiles(parsedDocument(document)).slice(0, mostFiles);
  const problems = await Promise.all(files.map(({ text }) => bodyFileProblem(document, text)));
  return files.flatMap((file, index) => {
    const problem = problems[index];
    if (problem === undefined) return [];
    const diagnostic = new vscode.Diagnostic(editorRange(document, file), plainText(problem, 1000));
    diagnostic.source = 'Hydrogen';
    return [diagnostic];
  });
}
