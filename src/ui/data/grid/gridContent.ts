import * as vscode from 'vscode';
import { pageColumns, shownCell, type PageColumn, type ShownCell } from '../../../data/cells';
import { isJsonObject, valueOf, type JsonObject } from '../../../data/json';
import type { PageQuery } from '../../../data/query';
import type { DocumentRow, RecordDocument } from '../../../data/recordDocument';
import type { TextProblem } from '../../../data/recordsText';
import { systemColumns, type Column, type Table } from '../../../data/schema';
import { recordProblems, type RecordProblem } from '../records/recordDiagnostics';
import { textProblem } from '../records/recordMessages';
import type { Input, ShownColumn } from './protocol';

/** What a text holds, as a grid shows it. */
export interface GridContent {
  text: string;
  /** One for each row. */
  keys: readonly string[];
  fields: readonly JsonObject[];
  /** The records that were read, as far as they are known. */
  base: readonly JsonObject[] | undefined;
  /** The text is as it was read. */
  isAsRead: boolean;
  columns: readonly PageColumn[];
  cells: readonly (readonly ShownCell[])[];
  problems: readonly RecordProblem[];
  /** With the places of their values. */
  readonly rows: readonly DocumentRow[];
}

// With these the text is no list of records; with others a grid can show it.
const broken: ReadonlySet<TextProblem['code']> = new Set([
  ...(['unexpectedToken', 'unexpectedEnd', 'badString', 'duplicateName', 'tooDeep'] as const),
  ...(['notRecords', 'notARecord'] as const),
]);

/** @returns a sentence where the text is no list of records */
export function readContent(
  document: vscode.TextDocument,
  query: PageQuery,
  records: RecordDocument,
): GridContent | string {
  const shown = records.records;
  const { columns, cells } = cellsOf(shown.fields, query, records.table);
  // A text that is as it was read has no problems, and positions only matter to an edit: the first paint does not wait.
  const isAsRead = records.state === 'read' && cells.length > 0;
  if (!isAsRead) {
    const problem = shown.problems.find(({ code }) => broken.has(code));
    if (problem !== undefined) return failureIn(shown.text) ?? placeText(document, problem);
  }
  return {
    ...{ text: shown.text, keys: records.keys, fields: shown.fields, columns, cells, isAsRead },
    base: records.base?.records,
    problems: isAsRead ? [] : recordProblems(records),
    get rows() {
      return records.rows;
    },
  };
}

function cellsOf(
  records: readonly JsonObject[],
  query: PageQuery,
  table: Table | undefined,
): Pick<GridContent, 'columns' | 'cells'> {
  const columns = pageColumns(
    table?.columns ?? [],
    records.map(fields => ({ fields })),
    query.keys,
  );
  const cells = records.map(fields => columns.map(column => shownCell(column, fields.get(column.name))));
  return { columns, cells };
}

export function shownColumn({ name, type, column }: PageColumn, { orderBy, where }: PageQuery): ShownColumn {
  const condition = where === undefined ? undefined : valueOf(where);
  return {
    ...{ name, type },
    target: type === 'reference' ? column?.target?.id : undefined,
    about: [typeText(type, column), column?.description].filter(Boolean).join('\n'),
    input: inputOf(name, type, column),
    choices: column?.choices?.map(String) ?? (type === 'boolean' ? ['true', 'false'] : []),
    sorted: orderBy?.includes(name) ? 'ascending' : orderBy?.includes(`-${name}`) ? 'descending' : undefined,
    isFiltered: isJsonObject(condition) && condition.has(name),
    isServed: column !== undefined,
    isCompared: column !== undefined && !['file', 'geojson', 'object'].includes(column.type),
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

/** Where reading failed, the text is what was said about it. */
function failureIn(text: string): string | undefined {
  const value = valueOf(text);
  if (!isJsonObject(value) || value.size !== 2) return undefined;
  const [error, next] = [value.get('error'), value.get('next')];
  return typeof error === 'string' && typeof next === 'string' ? `${error} ${next}` : undefined;
}

function placeText(document: vscode.TextDocument, { code, start }: TextProblem): string {
  const { line, character } = document.positionAt(start);
  return vscode.l10n.t('Line {0}, column {1}: {2}', line + 1, character + 1, textProblem(code));
}
