import * as v from 'valibot';
import * as vscode from 'vscode';
import { isPathSegment } from '../../../api/http/pathSegment';
import { fromUriQuery, toUriQuery } from '../../../api/http/uriQuery';
import type { Selection } from '../../../applications/selection';
import { environmentName } from '../../nodes/environmentName';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { schemes } from '../../platform/schemes';

const nonEmpty = v.pipe(v.string(), v.minLength(1));
const addressShape = v.strictObject({
  clientId: nonEmpty,
  authUrl: nonEmpty,
  envId: v.optional(nonEmpty),
  kind: v.literal('schema'),
  /** The ID of the table; absent for a table that does not exist yet. */
  table: v.optional(v.pipe(v.string(), v.check(isPathSegment))),
});

export type SchemaAddress = v.InferOutput<typeof addressShape>;

export const ending = '.schema.json';

/** Returns the URI `…/tables/<table> · <environment>.schema.json`. Its query contains the IDs. */
export function schemaUri(
  { application, environment }: Selection,
  table: { id: string; name: string } | undefined,
): vscode.Uri {
  const { clientId, authUrl } = application;
  const address = { clientId, authUrl, envId: environment?.envId, kind: 'schema', table: table?.id };
  const name = plainText(table?.name ?? vscode.l10n.t('new table'), 60);
  const title = fileName(`${name} · ${plainText(environmentName(environment), 30)}`);
  return vscode.Uri.from({
    scheme: schemes.document,
    // Has its own folder: the grid opens files that are directly in `tables` (package.json, customEditors).
    path: `/${fileName(application.name)}/schema/tables/${title}${ending}`,
    query: toUriQuery(JSON.stringify(address), { kind: 'schema' }),
  });
}

/** Returns the address in the URI of a schema document; `undefined` for other documents. */
export function readSchemaAddress({ scheme, query }: vscode.Uri): SchemaAddress | undefined {
  if (scheme !== schemes.document) return undefined;
  const parsed = v.safeParse(addressShape, fromUriQuery(query));
  return parsed.success ? parsed.output : undefined;
}
