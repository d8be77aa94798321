import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { isJsonObject, valueOf } from '../../../json/json';
import type { PageAddress } from '../../../records/table/query';
import { getTable, type Table } from '../../../records/table/schema';
import type { DataService } from '../../../api/openApi/dataService';
import { transferFormats, formatOf, type TransferFormat } from '../../../records/transfer/format';
import { commandTarget } from '../../applications/commandTarget';
import { UiError } from '../../messages/uiError';
import { givenUri, invalidArgument, isScripted, type CommandArgument } from '../../platform/commandArgument';
import { tabUri } from '../../platform/tabUri';
import { serviceFor } from '../../users/serviceFor';
import { readArgumentTable } from '../document/argumentTable';
import { openDocument } from '../document/openDocument';
import { readRecordAddress } from '../document/recordAddress';
import type { TransferDependencies } from './transferDependencies';

/** A table with its environment and service. */
export interface TableTarget {
  target: Selection;
  service: DataService;
  table: Table;
}

/** The table of an export, and the editor from which the export was started. */
export interface ExportSource extends TableTarget {
  /** The page in the editor; `undefined` without an editor. */
  page: PageAddress | undefined;
  /** True if that editor has unsaved changes. */
  isDirty: boolean;
}

/** The options of an export that a script starts. */
interface ScriptedExport {
  uri: vscode.Uri;
  format: TransferFormat;
  where: string | undefined;
  keys: string[] | undefined;
}

/**
 * Returns the table of an export: of a tree item, an editor with records, or a script's argument.
 * @throws UiError, vscode.CancellationError
 */
export async function exportSource(
  dependencies: TransferDependencies,
  argument: CommandArgument,
): Promise<ExportSource> {
  const uri = argument instanceof vscode.Uri ? argument : argument === undefined ? activeUri() : undefined;
  if (uri === undefined) return { ...(await readTableTarget(dependencies, argument)), page: undefined, isDirty: false };
  const address = readRecordAddress(uri);
  if (address?.kind !== 'page') throw new UiError(vscode.l10n.t('Open the records of a table first.'));
  const { target, service } = await dependencies.records.serviceOf(address);
  // The document may have read the table before a column was added.
  const table = await getTable(service, address.table);
  return { target, service, table, page: address, isDirty: openDocument(uri)?.isDirty === true };
}

/** Reads the table of a tree item or a script's argument. @throws UiError, ApiError if it does not exist */
export async function readTableTarget(
  dependencies: TransferDependencies,
  argument: CommandArgument,
): Promise<TableTarget> {
  const target = await commandTarget(dependencies, argument);
  const { data: service } = await serviceFor(target, dependencies);
  return { target, service, table: await readArgumentTable(service, argument) };
}

/** Returns the options of a script; `undefined` unless a script names a file. @throws UiError for invalid options */
export function scriptedExport(argument: CommandArgument): ScriptedExport | undefined {
  const uri = isScripted(argument) ? givenUri(argument) : undefined;
  if (uri === undefined || !isScripted(argument)) return undefined;
  const { format = formatOf(uri.path), where, keys } = argument;
  const knownFormat = transferFormats.find(each => each === format);
  if (knownFormat === undefined) throw invalidArgument('format');
  return { uri, format: knownFormat, where: conditionOf(where), keys: namesOf(keys) };
}

/** Returns a script's condition as JSON. Scripts may pass an object or JSON. @throws UiError */
function conditionOf(where: unknown): string | undefined {
  if (where === undefined) return undefined;
  const text = typeof where === 'string' ? where : (JSON.stringify(where) as string | undefined);
  if (text === undefined || !isJsonObject(valueOf(text))) throw invalidArgument('where');
  return text;
}

function namesOf(keys: unknown): string[] | undefined {
  if (keys === undefined) return undefined;
  const names = (typeof keys === 'string' ? keys.split(',') : keys) as unknown;
  const isList = Array.isArray(names) && names.length > 0;
  if (!isList || !names.every(name => typeof name === 'string' && name !== '')) throw invalidArgument('keys');
  return names as string[];
}

function activeUri(): vscode.Uri | undefined {
  return tabUri(vscode.window.tabGroups.activeTabGroup.activeTab) ?? vscode.window.activeTextEditor?.document.uri;
}
