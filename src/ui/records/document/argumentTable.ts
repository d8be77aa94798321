import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { getTable, type Table } from '../../../records/table/schema';
import { UiError } from '../../messages/uiError';
import type { DataQueryNode } from '../../nodes/dataQuery';
import { isNode } from '../../nodes/node';
import { isScripted, type CommandArgument } from '../../platform/commandArgument';
import { withViewProgress } from '../../platform/dialogs';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';

/** Returns the table of a tree item, or the table that a script names by ID or name. @throws UiError, ApiError */
export async function argumentTable(
  access: ServiceAccess,
  target: Selection,
  argument: CommandArgument,
): Promise<Table> {
  const node = isNode(argument) && argument.kind === 'dataTable' ? argument : undefined;
  if (node?.schema !== undefined) return node.schema;
  const named = (node ?? queryNode(argument))?.table.id ?? (isScripted(argument) ? argument['table'] : undefined);
  if (typeof named !== 'string' && typeof named !== 'number') throw missingArgument('table');
  const { data } = await serviceFor(target, access);
  return withViewProgress('hydrogen.applications', () => getTable(data, String(named)));
}

export function queryNode(argument: CommandArgument): DataQueryNode | undefined {
  return isNode(argument) && argument.kind === 'dataQuery' ? argument : undefined;
}

export function missingArgument(name: string): UiError {
  return new UiError(vscode.l10n.t('The argument cannot be used: {0} is not valid.', name));
}
