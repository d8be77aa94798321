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

/** The records that a document shows, as a script names them: one record, or a page. */
type RecordChoice = Record<string, unknown>;

/** Longer file names are cut. */
const longestTitle = 80;

/**
 * Returns a URI with the file name `<table> · <query> · <environment>.json`, so the tab shows its content. The query of
 * the URI is enough to reread the records.
 * @throws UiError for an invalid choice, UnusableIdError
 */
export function recordsUri(
  { application, environment }: Selection,
  table: Pick<Table, 'id' | 'name'>,
  choice: RecordChoice,
): vscode.Uri {
  const { clientId, authUrl } = application;
  const place = { clientId, authUrl, envId: environment?.envId, table: table.id };
  const id = typeof choice['id'] === 'string' ? choice['id'] : undefined;
  if (id !== undefined && !isPathSegment(id)) throw new UnusableIdError(id);
  // VS Code chooses an editor by path, so pages of records have their own folder (package.json, customEditors).
  const folder = `/${fileName(application.name)}${id === undefined ? '/tables' : ''}`;
  try {
    const address = id === undefined ? { ...place, kind: 'page', ...pageOf(choice) } : { ...place, kind: 'record', id };
    const query = addressQuery(address as DataAddress);
    const read = readAddressQuery(query);
    // Keeps the environment in the tab, even if the rest is cut.
    const where = plainText(environmentName(environment), 30);
    const isWhole = read?.kind !== 'page' || queryTitle(read, 1) === '';
    const subject = plainText(id === undefined ? table.name : `${table.name} ${id}`, isWhole ? 60 : 30);
    const words = isWhole ? '' : queryTitle(read, longestTitle - subject.length - where.length - 6);
    const title = [subject, words, where].filter(part => part !== '').join(' · ');
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

/** Returns `undefined` for other documents. */
export function readRecordAddress(uri: vscode.Uri): DataAddress | undefined {
  return uri.scheme === schemes.document ? readAddressQuery(uri.query) : undefined;
}

/** Scripts may pass a condition as an object, and columns as one text. */
function pageOf({ where, orderBy, keys, limit, offset }: RecordChoice): Record<string, unknown> {
  return {
    where: typeof where === 'object' && where !== null ? JSON.stringify(where) : where,
    orderBy: typeof orderBy === 'string' ? orderBy.split(',') : orderBy,
    keys: typeof keys === 'string' ? keys.split(',') : keys,
    limit,
    offset,
  };
}
