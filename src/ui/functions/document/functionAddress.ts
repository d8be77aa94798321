import * as v from 'valibot';
import * as vscode from 'vscode';
import { isPathSegment } from '../../../api/http/pathSegment';
import { fromUriQuery, toUriQuery } from '../../../api/http/uriQuery';
import type { Selection } from '../../../applications/selection';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { environmentName } from '../../nodes/environmentName';
import { schemes } from '../../platform/schemes';

const nonEmpty = v.pipe(v.string(), v.minLength(1));
const addressShape = v.strictObject({
  clientId: nonEmpty,
  authUrl: nonEmpty,
  envId: v.optional(nonEmpty),
  kind: v.literal('function'),
  /** The name of the function, which the service uses as its ID. */
  name: v.pipe(nonEmpty, v.check(isPathSegment)),
});

export type FunctionAddress = v.InferOutput<typeof addressShape>;

export const ending = '.js';

/**
 * Returns the URI `…/functions/<name> · <environment>.js` of deployed code. The tab shows the environment; the query
 * identifies the function.
 */
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

/** Parses the URI of deployed code. @returns `undefined` for other documents */
export function readFunctionAddress({ scheme, query }: vscode.Uri): FunctionAddress | undefined {
  if (scheme !== schemes.document) return undefined;
  const parsed = v.safeParse(addressShape, fromUriQuery(query));
  return parsed.success ? parsed.output : undefined;
}
