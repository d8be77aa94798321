import * as vscode from 'vscode';
import type { Selection } from '../../applications/selection';

export const environmentScheme = 'hydrogen-environment';

/**
 * Returns the URI that selects the colour and badge of a row: `hydrogen-environment:/production`, `/test` or
 * `/sandbox`.
 */
export function environmentUri({ application, environment }: Selection): vscode.Uri {
  const kind = application.sandbox !== undefined ? 'sandbox' : environment === undefined ? 'production' : 'test';
  return vscode.Uri.from({ scheme: environmentScheme, path: `/${kind}` });
}
