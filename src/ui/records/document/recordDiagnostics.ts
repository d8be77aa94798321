import * as vscode from 'vscode';
import type { RefusedCell } from '../../../records/saving/afterSave';
import { sameJson } from '../../../json/json';
import type { RecordDocument } from '../../../records/document/recordDocument';
import type { Row } from '../../../records/text/recordsText';
import { validateRow } from '../../../records/text/validate';
import { Debounce } from '../../platform/debounce';
import { createDiagnostic } from '../../platform/diagnostic';
import { tabUri } from '../../platform/tabUri';
import { readRecordAddress } from './recordAddress';
import { fieldProblem, refusedFieldText, textProblem } from './recordMessages';
import type { RecordFiles } from './recordFiles';

// Milliseconds after the last change before a text is checked.
const pause = 300;
// VS Code's own JSON support reports these.
const jsonCodes: ReadonlySet<string> = new Set(['unexpectedToken', 'unexpectedEnd', 'badString', 'duplicateName']);
const warnings: ReadonlySet<string> = new Set(['systemColumn', 'notAChoice']);

/** Reports problems in open documents of records as diagnostics: errors prevent saving, warnings do not. */
export function createRecordDiagnostics(
  files: Pick<RecordFiles, 'document' | 'table' | 'onDidRead'>,
): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-records');
  const debounce = new Debounce(pause);
  const check = (document: vscode.TextDocument) => {
    if (!document.isClosed) collection.set(document.uri, diagnosticsOf(document, files.document(document.uri)));
  };
  const checkSoon = (document: vscode.TextDocument) => {
    if (readRecordAddress(document.uri) === undefined) return;
    debounce.run(document.uri.toString(), () => check(document));
  };
  /** Reads the table of an unsaved document that VS Code restored, when the document is visible. */
  const checkShown = async (document: vscode.TextDocument) => {
    const { uri, isDirty } = document;
    if (!isDirty || readRecordAddress(uri) === undefined || files.document(uri)?.table !== undefined || !isShown(uri))
      return;
    await files.table(uri, { retries: true });
    check(document);
  };
  const checkAllShown = () => vscode.workspace.textDocuments.forEach(document => void checkShown(document));
  checkAllShown();
  return vscode.Disposable.from(
    collection,
    files.onDidRead(check),
    vscode.workspace.onDidOpenTextDocument(document => {
      checkSoon(document);
      void checkShown(document);
    }),
    vscode.window.tabGroups.onDidChangeTabs(checkAllShown),
    vscode.window.tabGroups.onDidChangeTabGroups(checkAllShown),
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      debounce.cancel(uri.toString());
      collection.delete(uri);
    }),
    debounce,
  );
}

/** True if an editor shows the document in the foreground, as text or as a grid. */
function isShown(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => tabUri(activeTab)?.toString() === uri.toString());
}

function unchecked(problem: string): vscode.Diagnostic {
  return note(vscode.l10n.t('The columns of this table could not be read, so the text is not checked. {0}', problem));
}

function withoutBase(): vscode.Diagnostic {
  return note(
    vscode.l10n.t(
      'The original values of these records are no longer known. A save asks about each difference, and records that you deleted before the reload stay on the server. Revert the file to start again.',
    ),
  );
}

function note(text: string): vscode.Diagnostic {
  return createDiagnostic(new vscode.Range(0, 0, 0, 1), text, vscode.DiagnosticSeverity.Information);
}

/** A problem in a text of records, beyond its JSON syntax. */
export interface RecordProblem {
  code: string;
  start: number;
  end: number;
  /** The visible message. */
  text: string;
  /** The index of the record and the name of the column, if the problem belongs to them. */
  row?: number;
  name?: string;
}

/** Returns the problems of the current text; none while the table is unknown. */
export function recordProblems({ table, base, problems, rows }: RecordDocument): RecordProblem[] {
  if (table === undefined) return [];
  const inText = problems.filter(({ code }) => !jsonCodes.has(code));
  return [
    ...inText.map(problem => ({ ...problem, text: textProblem(problem.code) })),
    ...rows.flatMap((row, index) => {
      const problemsOfRow = validateRow(table, row, row.id === undefined ? undefined : base?.get(row.id));
      return problemsOfRow.map(problem => ({ ...problem, text: fieldProblem(problem), row: index }));
    }),
    ...refusedProblems(rows, base?.refused ?? []),
  ];
}

/** Returns a problem for each value that the service refused and the user has not changed since. */
function refusedProblems(rows: readonly Row[], refused: readonly RefusedCell[]): RecordProblem[] {
  return refused.flatMap((cell): RecordProblem[] => {
    const index = rows.findIndex(({ id }) => id === cell.id);
    const row = rows[index];
    if (row === undefined || !sameJson(row.fields.get(cell.name), cell.sent)) return [];
    const { start, end } = row.ranges.get(cell.name)?.value ?? { start: row.start, end: row.start + 1 };
    return [{ code: 'refused', start, end, text: refusedFieldText(cell), row: index, name: cell.name }];
  });
}

function diagnosticsOf(document: vscode.TextDocument, records: RecordDocument | undefined): vscode.Diagnostic[] {
  if (records === undefined) return [];
  if (records.table === undefined) return records.tableProblem === undefined ? [] : [unchecked(records.tableProblem)];
  // Unchanged texts are not checked, because a check is slow.
  if (records.state === 'read') return [];
  const unknown = records.state === 'restored' && document.isDirty ? [withoutBase()] : [];
  const problems = recordProblems(records).map(({ code, start, end, text }) => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const severity = warnings.has(code) ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error;
    return createDiagnostic(range, text, severity);
  });
  return [...unknown, ...problems];
}
