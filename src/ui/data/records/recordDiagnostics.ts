import * as vscode from 'vscode';
import type { RefusedCell } from '../../../data/afterSave';
import { readRecordsText, idOf, type Row } from '../../../data/recordsText';
import { validateRow } from '../../../data/validate';
import { sameJson } from '../../../data/json';
import { plainText } from '../../platform/plainText';
import { tabUri } from '../../platform/tabUri';
import { readRecordAddress } from './recordAddress';
import { fieldProblem, refusedFieldText, textProblem } from './recordMessages';
import type { RecordFiles } from './recordFiles';

// While somebody types, the text is looked at once the keys rest for so long.
const pause = 300;
// VS Code's own JSON support says these.
const jsonCodes: ReadonlySet<string> = new Set(['unexpectedToken', 'unexpectedEnd', 'badString', 'duplicateName']);
const warnings: ReadonlySet<string> = new Set(['systemColumn', 'notAChoice']);

/** What cannot be saved in open documents of records, where it stands. */
export function createRecordDiagnostics({
  known,
  table,
  onDidRead,
}: Pick<RecordFiles, 'known' | 'table' | 'onDidRead'>): vscode.Disposable {
  const collection = vscode.languages.createDiagnosticCollection('hydrogen-records');
  const timers = new Map<string, NodeJS.Timeout>();
  const check = (document: vscode.TextDocument) => {
    timers.delete(document.uri.toString());
    if (!document.isClosed) collection.set(document.uri, diagnosticsOf(document, known(document.uri)));
  };
  const checkSoon = (document: vscode.TextDocument) => {
    if (readRecordAddress(document.uri) === undefined) return;
    const key = document.uri.toString();
    clearTimeout(timers.get(key));
    timers.set(
      key,
      setTimeout(() => check(document), pause),
    );
  };
  /** An unsaved document that VS Code has restored was not read: what its columns are is asked when it is looked at. */
  const checkShown = async (document: vscode.TextDocument) => {
    const { uri, isDirty } = document;
    if (!isDirty || readRecordAddress(uri) === undefined || known(uri)?.table !== undefined || !isShown(uri)) return;
    await table(uri, true);
    check(document);
  };
  const checkAllShown = () => vscode.workspace.textDocuments.forEach(document => void checkShown(document));
  checkAllShown();
  return vscode.Disposable.from(
    collection,
    onDidRead(check),
    vscode.workspace.onDidOpenTextDocument(document => {
      checkSoon(document);
      void checkShown(document);
    }),
    vscode.window.tabGroups.onDidChangeTabs(checkAllShown),
    vscode.window.tabGroups.onDidChangeTabGroups(checkAllShown),
    vscode.workspace.onDidChangeTextDocument(({ document }) => checkSoon(document)),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => {
      clearTimeout(timers.get(uri.toString()));
      timers.delete(uri.toString());
      collection.delete(uri);
    }),
    { dispose: () => timers.forEach(timer => clearTimeout(timer)) },
  );
}

/** In the foreground of an editor, as text or as a grid. */
function isShown(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all.some(({ activeTab }) => tabUri(activeTab)?.toString() === uri.toString());
}

function unchecked(problem: string): vscode.Diagnostic {
  const text = vscode.l10n.t('The columns of this table could not be read, so the text is not checked. {0}', problem);
  const range = new vscode.Range(0, 0, 0, 1);
  const diagnostic = new vscode.Diagnostic(range, plainText(text, 500), vscode.DiagnosticSeverity.Information);
  diagnostic.source = 'Hydrogen';
  return diagnostic;
}

/** What is wrong in a text of records, beyond its JSON. */
export interface RecordProblem {
  code: string;
  start: number;
  end: number;
  /** In words. */
  text: string;
  /** Index of the record, and its column, where it is about one. */
  row?: number;
  name?: string;
}

/** @param known what was read; without the table nothing is known to be wrong */
export function recordProblems(
  { rows, problems }: ReturnType<typeof readRecordsText>,
  { table, base }: NonNullable<ReturnType<RecordFiles['known']>>,
): RecordProblem[] {
  if (table === undefined) return [];
  const read = new Map(base?.records.map(record => [idOf(record), record]));
  const unread = base === undefined ? ['unknownId'] : [];
  const inText = problems.filter(({ code }) => !jsonCodes.has(code) && !unread.includes(code));
  return [
    ...inText.map(problem => ({ ...problem, text: textProblem(problem.code) })),
    ...rows.flatMap((row, index) => {
      const problemsOfRow = validateRow(table, row, row.id === undefined ? undefined : read.get(row.id));
      return problemsOfRow.map(problem => ({ ...problem, text: fieldProblem(problem), row: index }));
    }),
    ...refusedProblems(rows, base?.refused ?? []),
  ];
}

/** A refused value is marked until it is changed. */
function refusedProblems(rows: readonly Row[], refused: readonly RefusedCell[]): RecordProblem[] {
  return refused.flatMap((cell): RecordProblem[] => {
    const index = rows.findIndex(({ id }) => id === cell.id);
    const row = rows[index];
    if (row === undefined || !sameJson(row.fields.get(cell.name), cell.sent)) return [];
    const { start, end } = row.places.get(cell.name)?.value ?? { start: row.start, end: row.start + 1 };
    return [{ code: 'refused', start, end, text: refusedFieldText(cell), row: index, name: cell.name }];
  });
}

/** Nothing is wrong in a text that is as it was read: it need not be looked at, which takes long. */
export function isAsRead(text: string, { base }: NonNullable<ReturnType<RecordFiles['known']>>): boolean {
  return text === base?.text && (base.refused ?? []).length === 0;
}

/** The IDs that were read. */
export function knownIds({ base }: NonNullable<ReturnType<RecordFiles['known']>>): ReadonlySet<string> {
  return new Set(base?.records.map(record => idOf(record) ?? ''));
}

function diagnosticsOf(document: vscode.TextDocument, known: ReturnType<RecordFiles['known']>): vscode.Diagnostic[] {
  const address = readRecordAddress(document.uri);
  if (known === undefined || address === undefined) return [];
  if (known.table === undefined) return known.tableProblem === undefined ? [] : [unchecked(known.tableProblem)];
  const text = document.getText();
  if (isAsRead(text, known)) return [];
  const read = readRecordsText(text, address.kind, knownIds(known));
  return recordProblems(read, known).map(({ code, start, end, text }) => {
    const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
    const severity = warnings.has(code) ? vscode.DiagnosticSeverity.Warning : vscode.DiagnosticSeverity.Error;
    const diagnostic = new vscode.Diagnostic(range, plainText(text, 500), severity);
    diagnostic.source = 'Hydrogen';
    return diagnostic;
  });
}
