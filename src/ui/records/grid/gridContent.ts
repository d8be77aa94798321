import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import type { PageColumn } from '../../../records/document/cells';
import { isJsonObject, valueOf } from '../../../json/json';
import { isComparable } from '../../../records/saving/condition';
import type { PageQuery } from '../../../records/table/query';
import type { RecordDocument } from '../../../records/document/recordDocument';
import type { TextProblem } from '../../../records/text/recordsText';
import { systemColumns, type Column } from '../../../records/table/schema';
import { recordProblems, type RecordProblem } from '../document/recordDiagnostics';
import { textProblem } from '../document/recordMessages';
import { gridRows, type GridRows } from './gridRows';
import type { Input, ShownColumn } from './protocol';

/** The records in the text of a document and their problems, as the grid shows them. */
export interface GridContent extends GridRows {
  problems: readonly RecordProblem[];
}

/** Returns the records of the current text; a message if the text is not a list of records. */
export function readContent(
  document: vscode.TextDocument,
  query: PageQuery,
  records: RecordDocument,
): GridContent | string {
  const rows = gridRows(records, query.keys);
  // An unchanged text has no problems.
  if (rows.isAsRead) return Object.assign(rows, { problems: [] });
  const problem = records.records.broken;
  if (problem !== undefined) return failureIn(records.text) ?? positionText(document, problem);
  return Object.assign(rows, { problems: recordProblems(records) });
}

export function shownColumn({ name, type, column }: PageColumn, { orderBy, where }: PageQuery): ShownColumn {
  const condition = where === undefined ? undefined : valueOf(where);
  const sortPosition = orderBy && orderBy.findIndex(each => each === name || each === `-${name}`) + 1;
  return {
    name,
    type,
    target: type === 'reference' ? column?.target?.id : undefined,
    about: [typeText(type, column), column?.description].filter(Boolean).join('\n'),
    input: inputOf(name, type, column),
    choices: column?.choices?.map(String) ?? (type === 'boolean' ? ['true', 'false'] : []),
    sortPosition:
      sortPosition !== undefined && sortPosition > 0 && (orderBy?.length ?? 0) > 1 ? sortPosition : undefined,
    sorted: orderBy?.includes(name) ? 'ascending' : orderBy?.includes(`-${name}`) ? 'descending' : undefined,
    isFiltered: isJsonObject(condition) && condition.has(name),
    isServed: column !== undefined,
    isComparable: column !== undefined && column.type !== 'object' && isComparable(column),
  };
}

function inputOf(name: string, type: string | undefined, column: Column | undefined): Input {
  if (systemColumns.has(name)) return 'none';
  if (type === 'boolean') return 'choice';
  if (type === 'date') return 'date';
  if (['array', 'object', 'geojson', 'file', 'reference'].includes(type ?? '')) return 'elsewhere';
  if (column?.choices !== undefined) return 'choice';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

function typeText(type: string | undefined, column: Column | undefined): string {
  if (type === undefined) return vscode.l10n.t('not a column of the table');
  const name = type === 'array' && column?.itemType !== undefined ? `array<${column.itemType}>` : type;
  return column?.required === true ? vscode.l10n.t('{0}, required', name) : name;
}

/** Returns the error message that replaced the text after a failed read. */
function failureIn(text: string): string | undefined {
  const value = valueOf(text);
  if (!isJsonObject(value) || value.size !== 2) return undefined;
  const [error, next] = [value.get('error'), value.get('next')];
  return typeof error === 'string' && typeof next === 'string' ? joinSentences([error, next]) : undefined;
}

function positionText(document: vscode.TextDocument, { code, start }: TextProblem): string {
  const { line, character } = document.positionAt(start);
  return vscode.l10n.t('Line {0}, column {1}: {2}', line + 1, character + 1, textProblem(code));
}
