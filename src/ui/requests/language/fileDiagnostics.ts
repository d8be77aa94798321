import type * as vscode from 'vscode';
import { bodyFiles } from '../../../requests/document/multipart';
import { createDiagnostic } from '../../platform/diagnostic';
import { editorRange, parsedDocument } from '../document/parsedDocument';
import { bodyFileProblem } from '../sending/bodyFile';

/** Files beyond this number are only checked when their request is sent. */
const maximumFiles = 100;

/** Reports body files that cannot be sent: missing ones and those outside the workspace folder. */
export async function fileDiagnostics(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  const files = bodyFiles(parsedDocument(document)).slice(0, maximumFiles);
  const problems = await Promise.all(files.map(({ text }) => bodyFileProblem(document, text)));
  return files.flatMap((file, index) => {
    const problem = problems[index];
    return problem === undefined ? [] : [createDiagnostic(editorRange(document, file), problem)];
  });
}
