import { ApiError, isUnsent } from '../../api/errors';
import { isMaybeDone } from '../../change/sendWrite';
import { requestDetails } from '../../api/http/apiRequest';
import { retryWaits } from '../../api/http/retryAfter';
import { send } from '../../api/http/send';
import { ExactNumber, isJsonObject, isList, valueOf, writeJson, type JsonObject } from '../../json/json';
import { recordsPath } from '../table/query';
import type { DataService } from '../../api/openApi/dataService';
import type { Pause } from './pace';

/** The result of one row in the response of the service. */
export type RowAnswer =
  | { kind: 'stored'; id: string; createdAt: number | undefined }
  | { kind: 'duplicate' } // another record has the same values in a unique index
  | { kind: 'refused'; reason: string };

/** The result of a request that creates records. */
type SendOutcome =
  | { kind: 'answered'; answers: readonly RowAnswer[] }
  /** No row was stored, because the service refuses at least one of them. */
  | { kind: 'refused'; reason: string }
  /** Some or all rows may have been stored. */
  | { kind: 'unknown'; error: unknown }
  /** No row was stored: the request did not reach the service, or it had no valid token. It may be sent again. */
  | { kind: 'unsent'; error: unknown }
  /** No row was stored, and the next request would fail in the same way. */
  | { kind: 'stopped'; error: unknown };

interface SendRowsOptions {
  service: DataService;
  table: string;
  signal: AbortSignal;
  pause: Pause;
  onWait: (seconds: number) => void;
}

const duplicateKeyCode = 11_000;
const refusalStatuses: ReadonlySet<number | undefined> = new Set([400, 413, 422]);

/** Returns the request that creates records, without a token. */
export function rowsRequest(rows: readonly JsonObject[], table: string, { target }: Pick<DataService, 'target'>) {
  const { authUrl, envId } = target;
  return {
    method: 'POST' as const,
    url: new URL(recordsPath('v2.4', table), authUrl),
    headers: envId === undefined ? undefined : { 'X-Hydrogen-Env-ID': envId },
    json: writeJson([...rows]),
  };
}

/** Creates records with one request. Repeats it after a 429, because it was not executed. */
export async function sendRows(rows: readonly JsonObject[], options: SendRowsOptions): Promise<SendOutcome> {
  const { service, table, signal, pause, onWait } = options;
  const waitFor = retryWaits();
  const request = rowsRequest(rows, table, service);
  for (;;) {
    let ofRequest: unknown;
    try {
      const { text, status } = await service.withToken(token =>
        send(
          { ...request, authorization: { scheme: 'Bearer', token } },
          { ...service.context, signal: undefined },
        ).catch((error: unknown) => {
          ofRequest = error;
          throw error;
        }),
      );
      const answers = readAnswers(text, rows.length);
      if (answers !== undefined) return { kind: 'answered', answers };
      const details = requestDetails(request);
      const expected = 'operation_result';
      return { kind: 'unknown', error: new ApiError('unexpectedShape', { ...details, status, expected }) };
    } catch (error) {
      const seconds = waitFor([error]);
      if (seconds === undefined || signal.aborted) return failedResult(error, error === ofRequest);
      onWait(seconds);
      await pause(seconds, signal);
      if (signal.aborted) return { kind: 'stopped', error };
    }
  }
}

/** @param isOfRequest false for an error of getting or renewing a token: the service stored no row then */
function failedResult(error: unknown, isOfRequest: boolean): SendOutcome {
  if (!(error instanceof ApiError)) return { kind: 'stopped', error };
  const { status } = error;
  if (isMaybeDone(error)) return { kind: isOfRequest ? 'unknown' : 'unsent', error };
  if (isUnsent(error)) return { kind: 'unsent', error };
  if (isOfRequest && refusalStatuses.has(status))
    return { kind: 'refused', reason: error.serverMessage ?? String(status) };
  return { kind: 'stopped', error };
}

/** Parses the results of all rows. @returns `undefined` if one is missing or unclear */
function readAnswers(text: string, count: number): RowAnswer[] | undefined {
  const body = valueOf(text);
  const results = isJsonObject(body) ? body.get('operation_result') : undefined;
  if (!isList(results) || results.length !== count) return undefined;
  const answers = results.map((result): RowAnswer | undefined => {
    if (!isJsonObject(result)) return undefined;
    const success = result.get('success');
    if (isJsonObject(success)) {
      const [id, createdAt] = [success.get('id'), success.get('created_at')];
      const seconds = createdAt instanceof ExactNumber ? Number(createdAt.text) : undefined;
      return typeof id === 'string' ? { kind: 'stored', id, createdAt: seconds } : undefined;
    }
    const error = result.get('error');
    if (!isJsonObject(error)) return undefined;
    const code = error.get('code');
    if (code instanceof ExactNumber && Number(code.text) === duplicateKeyCode) return { kind: 'duplicate' };
    const message = error.get('err_msg');
    const number = code instanceof ExactNumber ? code.text : '';
    return { kind: 'refused', reason: [number, typeof message === 'string' ? message : ''].join(' ').trim() };
  });
  return answers.every(answer => answer !== undefined) ? answers : undefined;
}
