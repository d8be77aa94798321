import type { DataService } from '../../../api/openApi/dataService';
import type { Selection } from '../../../applications/selection';
import { getTable, type Table } from '../../../records/table/schema';
import type { DataQueryNode } from '../../nodes/dataQuery';
import { isNode } from '../../nodes/node';
import { invalidArgument, isScripted, type CommandArgument } from '../../platform/commandArgument';
import { withViewProgress } from '../../platform/dialogs';
import { serviceFor, type ServiceAccess } from '../../users/serviceFor';

/**
 * Returns the table of a tree item as the tree read it, or the table whose ID a script gives.
 * @throws UiError, ApiError
 */
export async function argumentTable(
  access: ServiceAccess,
  target: Selection,
  argument: CommandArgument,
): Promise<Table> {
  const schema = tableNode(argument)?.schema;
  return schema ?? readArgumentTable((await serviceFor(target, access)).data, argument);
}

/** Reads the table of an argument. The one of a tree item may be outdated. @throws UiError, ApiError */
export async function readArgumentTable(service: DataService, argument: CommandArgument): Promise<Table> {
  const node = tableNode(argument) ?? queryNode(argument);
  const named = node?.table.id ?? (isScripted(argument) ? argument['table'] : undefined);
  if (typeof named !== 'string' && typeof named !== 'number') throw invalidArgument('table');
  return withViewProgress('hydrogen.applications', () => getTable(service, String(named)));
}

export function tableNode(argument: CommandArgument) {
  return isNode(argument) && argument.kind === 'dataTable' ? argument : undefined;
}

export function queryNode(argument: CommandArgument): DataQueryNode | undefined {
  return isNode(argument) && argument.kind === 'dataQuery' ? argument : undefined;
}
