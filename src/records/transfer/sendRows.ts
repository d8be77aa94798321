import { ApiError, isUnsent } from '../../api/errors';
import { isMaybeDone, sendWrite, type SendFailure } from '../../change/sendWrite';
import { requestDetails } from '../../api/http/apiRequest';
import { retryWaits } from '../../api/http/retryAfter';
import { ExactNumber, isJsonObject, isList, valueOf, writeJson, type JsonObject } from '../../json/json';
import { recordsPath } from '../table/query';
import { apiRequestOf, type DataService, type WriteRequest } from '../../api/openApi/dataService';
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

/** Returns the request that creates records. */
export function rowsRequest(rows: readonly JsonObject[], table: string): WriteRequest {
  return { method: 'POST', path: recordsPath('v2.4', table), body: writeJson(rows) };
}

/** Creates records with one request. Repeats it after a 429, because it was not executed. */
export async function sendRows(rows: readonly JsonObject[], options: SendRowsOptions): Promise<SendOutcome> {
  const { table, signal, pause, onWait } = options;
  const service = { ...options.service, context: { ...options.service.context, signal: undefined } };
  const waitFor = retryWaits();
  const request = rowsRequest(rows, table);
  for (;;) {
    const sent = await sendWrite(service, request);
    if ('text' in sent) {
      const answers = readAnswers(sent.text, rows.length);
      if (answers !== undefined) return { kind: 'answered', answers };
      const details = requestDetails(apiRequestOf(request, service.target));
      const expected = 'operation_result';
      return { kind: 'unknown', error: new ApiError('unexpectedShape', { ...details, status: sent.status, expected }) };
    }
    const { error } = sent;
    const seconds = waitFor([error]);
    if (seconds === undefined || signal.aborted) return failedResult(sent);
    onWait(seconds);
    await pause(seconds, signal);
    if (signal.aborted) return { kind: 'stopped', error };
  }
}

function failedResult(failure: SendFailure): SendOutcome {
  const { error } = failure;
  if (failure.maybeDone) return { kind: 'unknown', error };
  if (!(error instanceof ApiError)) return { kind: 'stopped', error };
  // Without a token, the service stored no row.
  if (isMaybeDone(error) || isUnsent(error)) return { kind: 'unsent', error };
  if (failure.isWriteError && refusalStatuses.has(error.status))
    return { kind: 'refused', reason: error.serverMessage ?? String(error.status) };
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
