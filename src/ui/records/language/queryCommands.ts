import * as vscode from 'vscode';
import { valueOf, type Json } from '../../../json/json';
import { filterText, readFilter } from '../../../records/filter/filter';
import type { RecordDocument } from '../../../records/document/recordDocument';
import { isComparable, isSearchable } from '../../../records/saving/condition';
import { jsonPositionAt } from '../../../records/text/outline';
import { turnPage } from '../../../records/table/paging';
import {
  addressQuery,
  filteredBy,
  limitOf,
  sortedBy,
  type DataAddress,
  type PageAddress,
} from '../../../records/table/query';
import type { Column, Table } from '../../../records/table/schema';
import { plainText } from '../../messages/plainText';
import { showStatus } from '../../platform/dialogs';
import { showInput, showPickMany } from '../../platform/prompts';
import { UiError } from '../../messages/uiError';
import { typeText } from '../../nodes/dataColumn';
import { filterProblem } from './filterMessages';
import type { RecordDocumentContext } from './recordContext';

/** A change of the query of a document; the result is opened in its own document. */
export type QueryCommand =
  | 'filter'
  | 'exclude'
  | 'sortAscending'
  | 'sortDescending'
  | 'chooseColumns'
  | 'editFilter'
  | 'removeFilter'
  | 'nextPage'
  | 'previousPage';

/**
 * Returns the query that a command opens; `undefined` if the status bar says that there is no further page.
 * @param position the position of the cursor; `undefined` in the grid
 * @param records the model of the document
 * @throws UiError if the command is not possible, vscode.CancellationError
 */
export async function otherQuery(
  command: QueryCommand,
  context: RecordDocumentContext,
  position: vscode.Position | undefined,
  records: Pick<RecordDocument, 'base' | 'readIds'> | undefined,
): Promise<DataAddress | undefined> {
  const { address } = context;
  if (address.kind !== 'page') throw new UiError(vscode.l10n.t('This is a single record, not a list.'));
  const next = await otherPage(command, address, context, position, records);
  try {
    if (next !== undefined) addressQuery(next);
  } catch {
    throw new UiError(vscode.l10n.t('The service cannot search or sort by a column of this name.'));
  }
  return next;
}

async function otherPage(
  command: QueryCommand,
  address: PageAddress,
  context: RecordDocumentContext,
  position: vscode.Position | undefined,
  records: Pick<RecordDocument, 'base' | 'readIds'> | undefined,
): Promise<PageAddress | undefined> {
  const { offset = 0 } = address;
  const read = records?.readIds?.size;
  switch (command) {
    case 'filter':
    case 'exclude': {
      const { column, value } = fieldAt(context, position);
      // The service cannot compare values of these types.
      const isRefused = value === null ? !isSearchable(column) : column.type === 'object' || !isComparable(column);
      if (isRefused) {
        throw new UiError(
          vscode.l10n.t('The service cannot compare values of the type {0}.', plainText(typeText(column), 60)),
        );
      }
      return filteredBy(address, column.name, command === 'filter' ? '$eq' : '$ne', value, column.type);
    }
    case 'sortAscending':
    case 'sortDescending': {
      const { column } = fieldAt(context, position);
      return sortedBy(address, column.name, command === 'sortAscending' ? 'ascending' : 'descending');
    }
    case 'chooseColumns':
      return { ...address, keys: await chooseColumns(context.table, address.keys) };
    case 'editFilter':
      return { ...address, where: await editFilter(context.table, address.where), offset: undefined };
    case 'removeFilter':
      return { ...address, where: undefined, offset: undefined };
    case 'nextPage':
      if (read !== undefined && read < limitOf(address))
        return void showStatus(vscode.l10n.t('This is the last page.'));
      return turnPage(address, 'next', records?.base?.countIn(records.readIds));
    case 'previousPage':
      if (offset === 0) return void showStatus(vscode.l10n.t('This is the first page.'));
      return turnPage(address, 'previous');
  }
}

function fieldAt(
  { document, table, text, outline }: RecordDocumentContext,
  position: vscode.Position | undefined,
): { column: Column; value: Json | undefined } {
  const jsonPosition = position && jsonPositionAt(outline, document.offsetAt(position));
  const field = jsonPosition?.field;
  const column = field && table.columns.find(({ name }) => name === field.name);
  const value = field?.value && valueOf(text.slice(field.value.start, field.value.end));
  if (column !== undefined && value !== undefined) return { column, value };
  throw new UiError(vscode.l10n.t('Place the cursor on the value of a column.'));
}

/** Asks for a condition in the syntax of the filter line. @returns `undefined` for no condition */
async function editFilter({ name, columns }: Table, where: string | undefined): Promise<string | undefined> {
  const typed = await showInput({
    title: vscode.l10n.t('Filter of {0}', plainText(name, 60)),
    prompt: vscode.l10n.t('For example: price > 20 and name contains "shirt"'),
    value: filterText(where, columns),
    ignoreFocusOut: true,
    validate: text => {
      const problem = readFilter(text, columns).problems.find(({ isWarning }) => isWarning !== true);
      return problem && filterProblem(problem);
    },
  });
  return readFilter(typed, columns).where;
}

/** Asks which columns to show. @returns `undefined` for all columns */
async function chooseColumns(
  { name, columns }: Table,
  before: readonly string[] | undefined,
): Promise<string[] | undefined> {
  // These columns are always read, so they are not offered.
  const offered = columns.filter(column => !['id', 'updated_at'].includes(column.name));
  const items = offered.map(column => ({
    label: plainText(column.name, 60),
    description: plainText(typeText(column), 60),
    picked: before === undefined || before.includes(column.name),
    column: column.name,
  }));
  const title = vscode.l10n.t('Columns of {0}', plainText(name, 60));
  const chosen = await showPickMany(items, { title, placeHolder: vscode.l10n.t('Choose the columns to show') });
  const isAll = chosen.length === 0 || chosen.length === offered.length;
  return isAll ? undefined : chosen.map(({ column }) => column);
}
