import * as v from 'valibot';
import * as vscode from 'vscode';
import { isPathSegment } from '../../../api/http/pathSegment';
import { fromUriQuery, toUriQuery } from '../../../api/http/uriQuery';
import type { Selection } from '../../../applications/selection';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { environmentName } from '../../nodes/environmentName';
import { schemes } from '../../platform/schemes';

const some = v.pipe(v.string(), v.minLength(1));
const addressShape = v.strictObject({
  clientId: some,
  authUrl: some,
  envId: v.optional(some),
  kind: v.literal('function'),
  /** Name of the function, by which the service addresses it. */
  name: v.pipe(some, v.check(isPathSegment)),
});

export type FunctionAddress = v.InferOutput<typeof addressShape>;

const ending = '.js';

/** `…/functions/<name> · <environment>.js`: the tab shows the environment, and the query selects the function. */
export function functionUri({ application, environment }: Selection, name: string): vscode.Uri {
  const { clientId, authUrl } = application;
  const address: FunctionAddress = { clientId, authUrl, envId: environment?.envId, kind: 'function', name };
  const title = fileName(`${plainText(name, 40)} · ${plainText(environmentName(environment), 30)}`);
  return vscode.Uri.from({
    scheme: schemes.document,
    path: `/${fileName(application.name)}/functions/${title}${ending}`,
    query: toUriQuery(JSON.stringify(address), { kind: 'function' }),
  });
}

/** @returns `undefined` for any other document */
export function readFunctionAddress({ scheme, query }: vscode.Uri): FunctionAddress | undefined {
  if (scheme !== schemes.document) return undefined;
  const parsed = v.safeParse(addressShape, fromUriQuery(query));
  return parsed.success ? parsed.output : undefined;
}

/** The path as documents of other kinds have it, for the check of the shown place. */
export function shownPlace(uri: vscode.Uri): vscode.Uri {
  return uri.with({ path: `${uri.path.slice(0, -ending.length)}.json` });
}
