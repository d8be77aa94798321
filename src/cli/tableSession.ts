import type { HttpClient } from '../api/http/httpClient';
import { isLoopback } from '../api/http/sendOnce';
import { isTokenRejected } from '../api/openApi/openApi';
import { ApiError } from '../api/errors';
import { findTable, listIndexes, type Table, type TableIndex } from '../records/table/schema';
import type { DataService } from '../api/openApi/dataService';
import { Pace, pacedService, servicePlans } from '../records/transfer/pace';
import { createAccessTokens } from './accessTokens';
import { authorizeRun } from './authorization';
import type { CliEnvironment } from './check';
import { openClient } from './httpClient';
import { t } from './language';
import { WrongInput } from './options';
import { readSecrets } from './settings';
import type { TableOptions } from './tableOptions';
import { checkTarget, type CheckTarget } from './target';

/** A table of an environment, and the way to it. */
export interface TableSession {
  target: CheckTarget;
  /** Its calls keep to the pace. */
  service: DataService;
  pace: Pace;
  perMinute: number | undefined;
  table: Table;
  indexes: readonly TableIndex[];
  close(): Promise<void>;
}

/** @throws WrongInput, RunError, ApiError */
export async function openSession(options: TableOptions, around: CliEnvironment): Promise<TableSession> {
  const secrets = readSecrets(around.env, options.secretsFromStdin ? await around.input() : undefined);
  const target = await checkTarget({ ...options, sandbox: undefined }, secrets, around.env);
  const client = openClient(around.env);
  try {
    const { application, environment } = target;
    const isOwnMachine = isLoopback(new URL(application.authUrl).hostname);
    const perMinute = options.plan === undefined && isOwnMachine ? undefined : servicePlans[options.plan ?? 'free'];
    const pace = new Pace(perMinute);
    const service = pacedService(serviceOf(target, environment?.envId, client, around.signal), pace, around.signal);
    const table = await findTable(service, options.table);
    if (table === undefined) throw new WrongInput(t('There is no table {0}.', options.table));
    const { items: indexes } = await listIndexes(service, table.id, { limit: 100 });
    return { target, service, pace, perMinute, table, indexes, close: () => client.close() };
  } catch (error) {
    await client.close();
    throw error;
  }
}

/** A token that the service rejects is replaced once. */
function serviceOf(
  target: CheckTarget,
  envId: string | undefined,
  { fetch }: HttpClient,
  signal: AbortSignal,
): DataService {
  const { application } = target;
  const tokens = createAccessTokens(async () => (await authorizeRun(target, fetch)).accessToken);
  return {
    target: { authUrl: application.authUrl, envId },
    context: { fetch, signal },
    withToken: async call => {
      const token = await tokens.get();
      try {
        return await call(token);
      } catch (error) {
        const isUnauthorized = error instanceof ApiError && error.status === 401;
        if (!isUnauthorized || !(await isTokenRejected(application, token, { fetch, signal }))) throw error;
        return call(await tokens.renew(token));
      }
    },
  };
}
