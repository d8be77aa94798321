import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { dataTableNode } from '../../nodes/dataTable';
import { dataTablesNode } from '../../nodes/dataTables';
import { environmentOf } from '../../nodes/environment';
import { givenUri, isScripted, type CommandArgument } from '../../platform/commandArgument';

/** The user's answer about rows whose result is unknown, after a stop. */
export interface Continued {
  unknown: 'stored' | 'missing' | undefined;
}

/** Returns the row of a table with a file, for the import command. Its errors are shown, unlike those of a script. */
export function importArgument(
  target: Selection,
  table: { id: string; name: string | undefined },
  uri: vscode.Uri,
  continued?: Continued,
): object {
  return { ...dataTableNode(dataTablesNode(environmentOf(target)), table), uri, continued };
}

/** Reads the file of a script, of a drop or of `importArgument`. */
export function importUri(argument: CommandArgument): vscode.Uri | undefined {
  if (isScripted(argument)) return givenUri(argument);
  const { uri } = (argument ?? {}) as { uri?: unknown };
  return uri instanceof vscode.Uri ? uri : undefined;
}

export function continuedOf(argument: CommandArgument): Continued | undefined {
  if (isScripted(argument)) return undefined;
  return ((argument ?? {}) as { continued?: Continued }).continued;
}
