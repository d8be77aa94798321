import * as vscode from 'vscode';
import { pageColumns, shownCell, type PageColumn, type ShownCell } from '../../../data/cells';
import { isJsonObject, valueOf } from '../../../data/json';
import type { PageQuery } from '../../../data/query';
import { idOf, readRecordsText, type Row, type TextProblem } from '../../../data/recordsText';
import { systemColumns, type Column } from '../../../data/schema';
import { isAsRead, knownIds, recordProblems, type RecordProblem } from '../records/recordDiagnostics';
import type { RecordFiles } from '../records/recordFiles';
import { textProblem } from '../records/recordMessages';
import type { Input, ShownColumn } from './protocol';

type Known = NonNullable<ReturnType<RecordFiles['known']>>;

/** What a text holds, as a grid shows it. */
export interface GridContent {
  text: string;
  ids: readonly (string | undefined)[];
  columns: readonly PageColumn[];
  cells: readonly (readonly ShownCell[])[];
  problems: readonly RecordProblem[];
  /** With the places of their values. */
  readonly rows: readonly Row[];
}

// With these the text is no list of records; with others a grid can show it.
const broken: ReadonlySet<TextProblem['code']> = new Set([
  ...(['unexpectedToken', 'unexpectedEnd', 'badString', 'duplicateName', 'tooDeep'] as const),
  ...(['notRecords', 'notARecord'] as const),
]);

/** @returns a sentence where the text is no list of records */
export function readContent(document: vscode.TextDocument, query: PageQuery, known: Known): GridContent | string {
  const text = document.getText();
  const { base } = known;
  if (base !== undefined && isAsRead(text, known)) return contentAsRead(text, query, { ...known, base });
  const read = readRecordsText(text, 'page', knownIds(known));
  const problem = read.problems.find(({ code }) => broken.has(code));
  if (problem !== undefined) return failureIn(text) ?? placeText(document, problem);
  const { rows } = read;
  const shown = cellsOf(rows, query, known);
  return { ...shown, text, rows, ids: rows.map(({ id }) => id), problems: recordProblems(read, known) };
}

/** Where the values stand is looked for when something is to be changed: before, the first cells would wait for it. */
function contentAsRead(
  text: string,
  query: PageQuery,
  known: Known & { base: NonNullable<Known['base']> },
): GridContent {
  const { records } = known.base;
  let rows: readonly Row[] | undefined;
  return {
    ...cellsOf(
      records.map(fields => ({ fields })),
      query,
      known,
    ),
    text,
    ids: records.map(idOf),
    problems: [],
    get rows() {
      rows ??= readRecordsText(text, 'page', knownIds(known)).rows;
      return rows;
    },
  };
}

function cellsOf(
  rows: readonly Pick<Row, 'fields'>[],
  query: PageQuery,
  { table }: Known,
): Pick<GridContent, 'columns' | 'cells'> {
  const columns = pageColumns(table?.columns ?? [], rows, query.keys);
  const cells = rows.map(({ fields }) => columns.map(({ name, type }) => shownCell(type, fields.get(name))));
  return { columns, cells };
}

export function shownColumn({ name, type, column }: PageColumn, { orderBy, where }: PageQuery): ShownColumn {
  const condition = where === undefined ? undefined : valueOf(where);
  return {
    name,
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
