import * as v from 'valibot';
import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';
import { jsonValue } from '../../json/jsonValue';

export const functionScheme = 'hydrogen-function';

const rowShape = v.object({
  authUrl: v.string(),
  clientId: v.string(),
  envId: v.optional(v.string()),
  name: v.string(),
  /** SHA-256 of the deployed code. */
  hash: v.string(),
});

/**
 * Returns the URI that the decoration of a row is derived from. It identifies the function and its deployed code. The
 * path is Base64url, so it contains no unencoded foreign text.
 */
export function functionRowUri({ application, environment }: Selection, name: string, hash: string): vscode.Uri {
  const { authUrl, clientId } = application;
  const row: v.InferOutput<typeof rowShape> = { authUrl, clientId, envId: environment?.envId, name, hash };
  return vscode.Uri.from({
    scheme: functionScheme,
    path: `/${Buffer.from(JSON.stringify(row)).toString('base64url')}`,
  });
}

/** Reads the URI of a function row; `undefined` for any other URI. */
export function readFunctionRow({ scheme, path }: vscode.Uri): v.InferOutput<typeof rowShape> | undefined {
  if (scheme !== functionScheme) return undefined;
  const parsed = v.safeParse(rowShape, jsonValue(Buffer.from(path.slice(1), 'base64url').toString()));
  return parsed.success ? parsed.output : undefined;
}
