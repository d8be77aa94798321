import { isLoopback } from '../api/http/sendOnce';
import { findTable, listIndexes, type Table, type TableIndex } from '../records/table/schema';
import type { DataService } from '../api/openApi/dataService';
import { Pace, pacedService, servicePlans } from '../records/transfer/pace';
import type { CliEnvironment } from './check';
import { openClient } from './httpClient';
import { t } from './language';
import { openApiService } from './openApiService';
import { WrongInput } from './options';
import { readSecrets } from './settings';
import type { TableOptions } from './tableOptions';
import { checkTarget, type CheckTarget } from './target';

/** A table of an environment, and the service to access it. */
export interface TableSession {
  target: CheckTarget;
  /** Delays calls to stay below the rate limit. */
  service: DataService;
  pace: Pace;
  perMinute: number | undefined;
  table: Table;
  indexes: readonly TableIndex[];
  close(): Promise<void>;
}

/** Opens the table that the options select. @throws WrongInput, RunError, ApiError */
export async function openSession(options: TableOptions, around: CliEnvironment): Promise<TableSession> {
  const secrets = readSecrets(around.env, options.secretsFromStdin ? await around.input() : undefined);
  const target = await checkTarget({ ...options, sandbox: undefined }, secrets, around.env);
  const client = openClient(around.env);
  try {
    const { application } = target;
    const isOwnMachine = isLoopback(new URL(application.authUrl).hostname);
    const perMinute = options.plan === undefined && isOwnMachine ? undefined : servicePlans[options.plan ?? 'free'];
    const pace = new Pace(perMinute);
    const service = pacedService(openApiService(target, client, around.signal), pace, around.signal);
    const table = await findTable(service, options.table);
    if (table === undefined) throw new WrongInput(t('There is no table {0}.', options.table));
    const { items: indexes } = await listIndexes(service, table.id, { limit: 100 });
    return { target, service, pace, perMinute, table, indexes, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}
