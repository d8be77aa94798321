import * as vscode from 'vscode';
import { applicationKey } from '../../applications/application';
import type { Selection } from '../../applications/selection';

export const functionScheme = 'hydrogen-function';

/** Returns the URI that identifies the row of a function for its decoration. It contains foreign text only encoded. */
export function functionRowUri({ application, environment }: Selection, name: string): vscode.Uri {
  const identity = JSON.stringify([applicationKey(application), environment?.envId ?? null, name]);
  return vscode.Uri.from({ scheme: functionScheme, path: `/${Buffer.from(identity).toString('base64url')}` });
}
