import { isOnThisMachine } from '../api/http/sendOnce';
import { findTable, listIndexes, listTables, type Table, type TableIndex } from '../records/table/schema';
import type { DataService } from '../api/openApi/dataService';
import { Pace, pacedService, servicePlans } from '../records/transfer/pace';
import type { CommandContext } from './commandContext';
import { openClient } from './httpClient';
import { t } from './language';
import { openApiService } from './openApiService';
import { WrongInput } from './options';
import type { TableOptions } from './tableOptions';
import { openTarget, type CommandTarget } from './target';

/** A table of an environment, and the service to access it. */
export interface TableSession {
  target: CommandTarget;
  /** Delays calls to stay below the rate limit. */
  service: DataService;
  perMinute: number | undefined;
  table: Table;
  indexes: readonly TableIndex[];
  close(): Promise<void>;
}

/** Opens the table that the options select. @throws WrongInput, RunError, ApiError */
export async function openTableSession(options: TableOptions, context: CommandContext): Promise<TableSession> {
  const target = await openTarget({ ...options, sandbox: undefined }, context);
  const client = openClient(context.env);
  try {
    const hasPlan = options.plan !== undefined || !isOnThisMachine(target.application.authUrl);
    const perMinute = hasPlan ? servicePlans[options.plan ?? 'free'] : undefined;
    const pace = new Pace(perMinute);
    const service = pacedService(openApiService(target, client, context.signal), pace, context.signal);
    const table = await findTable(service, options.table);
    if (table === undefined) {
      const { items } = await listTables(service, { limit: 100 });
      const names = items.map(({ name }) => name).join(', ');
      throw new WrongInput(t('There is no table {0}. Use: {1}.', options.table, names));
    }
    const { items: indexes } = await listIndexes(service, table.id, { limit: 100 });
    return { target, service, perMinute, table, indexes, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}
