import * as vscode from 'vscode';
import { isPathSegment, UnusableIdError } from '../../../api/http/pathSegment';
import type { Selection } from '../../../applications/selection';
import { addressQuery, readAddressQuery, type DataAddress } from '../../../records/table/query';
import type { Table } from '../../../records/table/schema';
import { environmentName } from '../../nodes/environmentName';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { schemes } from '../../platform/schemes';
import { UiError } from '../../messages/uiError';
import { queryTitle } from './queryTitle';

/** The arguments of a script that select one record (`id`) or a page (`where`, `orderBy`, `keys`, `limit`, …). */
type RecordChoice = Record<string, unknown>;

/** The maximum number of characters of a file name; longer names are cut. */
const longestTitle = 80;

/**
 * Returns the URI of a document. The tab shows its file name `<table> · <query> · <environment>.json`. The query of the
 * URI contains everything that is needed to reread the records.
 * @throws UiError for an invalid choice, UnusableIdError
 */
export function recordsUri(
  { application, environment }: Selection,
  table: Pick<Table, 'id' | 'name'>,
  choice: RecordChoice,
): vscode.Uri {
  const { clientId, authUrl } = application;
  const tableIds = { clientId, authUrl, envId: environment?.envId, table: table.id };
  const id = typeof choice['id'] === 'string' ? choice['id'] : undefined;
  if (id !== undefined && !isPathSegment(id)) throw new UnusableIdError(id);
  // VS Code chooses an editor by path, so pages of records have their own folder (package.json, customEditors).
  const folder = `/${fileName(application.name)}${id === undefined ? '/tables' : ''}`;
  try {
    const address =
      id === undefined ? { ...tableIds, kind: 'page', ...pageOf(choice) } : { ...tableIds, kind: 'record', id };
    const query = addressQuery(address as DataAddress);
    const read = readAddressQuery(query);
    // Has its own limit, so that the tab always shows the environment, even if the rest is cut.
    const environmentText = plainText(environmentName(environment), 30);
    const isWhole = read?.kind !== 'page' || queryTitle(read, 1) === '';
    const subject = plainText(id === undefined ? table.name : `${table.name} ${id}`, isWhole ? 60 : 30);
    const words = isWhole ? '' : queryTitle(read, longestTitle - subject.length - environmentText.length - 6);
    const title = [subject, words, environmentText].filter(part => part !== '').join(' · ');
    const path = `${folder}/${fileName(title)}.json`;
    return vscode.Uri.from({ scheme: schemes.document, path, query });
  } catch {
    throw new UiError(
      vscode.l10n.t(
        'These records cannot be selected: where must be a JSON object, orderBy and keys lists of columns, limit 1 to 10000, offset 0 or more.',
      ),
    );
  }
}

/** Returns the address in the URI of a document of records; `undefined` for other documents. */
export function readRecordAddress(uri: vscode.Uri): DataAddress | undefined {
  return uri.scheme === schemes.document ? readAddressQuery(uri.query) : undefined;
}

/** @throws vscode.FileSystemError if the URI is not the address of records */
export function addressOf(uri: vscode.Uri): DataAddress {
  const address = readRecordAddress(uri);
  if (address === undefined) throw vscode.FileSystemError.FileNotFound();
  return address;
}

/** Normalizes a script's arguments: `where` may be an object, `orderBy` and `keys` may be comma-separated texts. */
function pageOf({ where, orderBy, keys, limit, offset }: RecordChoice): Record<string, unknown> {
  return {
    where: typeof where === 'object' && where !== null ? JSON.stringify(where) : where,
    orderBy: typeof orderBy === 'string' ? orderBy.split(',') : orderBy,
    keys: typeof keys === 'string' ? keys.split(',') : keys,
    limit,
    offset,
  };
}
