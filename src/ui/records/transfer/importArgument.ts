import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { dataTableNode } from '../../nodes/dataTable';
import { dataTablesNode } from '../../nodes/dataTables';
import { environmentOf } from '../../nodes/environment';
import { givenUri, isScripted, type CommandArgument } from '../../platform/commandArgument';

/** The user's answer after an import stopped: whether rows with an unknown result are stored. */
export interface StopAnswer {
  unknown: 'stored' | 'missing' | undefined;
}

/** Returns an argument for the import command. Errors are shown to the user, because it is not a script's argument. */
export function importArgument(
  target: Selection,
  table: { id: string; name: string | undefined },
  uri: vscode.Uri,
  continued?: StopAnswer,
): object {
  return { ...dataTableNode(dataTablesNode(environmentOf(target)), table), uri, continued };
}

/** Returns the file in the argument of a script, a drop or `importArgument`; `undefined` if there is none. */
export function importUri(argument: CommandArgument): vscode.Uri | undefined {
  if (isScripted(argument)) return givenUri(argument);
  const { uri } = (argument ?? {}) as { uri?: unknown };
  return uri instanceof vscode.Uri ? uri : undefined;
}

export function continuedOf(argument: CommandArgument): StopAnswer | undefined {
  if (isScripted(argument)) return undefined;
  return ((argument ?? {}) as { continued?: StopAnswer }).continued;
}
