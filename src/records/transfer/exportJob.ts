import { ApiError } from '../../api/errors';
import { pathSegment } from '../../api/http/pathSegment';
import { pause as usualPause } from '../../api/http/retryAfter';
import { isLoopback, isOnThisMachine, sendOnce } from '../../api/http/sendOnce';
import { send } from '../../api/http/send';
import { isJsonObject, valueOf, writeJson, type Json } from '../../json/json';
import { apiRequestOf, call } from '../../api/openApi/dataService';
import { replaceFile, withWriteErrors } from './replaceFile';
import { withRetries, type ExportQuery, type ReadOptions } from './exportRows';
import { TransferError } from './transferError';

/** The number of rows above which the service's own export is recommended. */
export const manyRows = 100_000;

const pollSeconds = 3;
const maximumPolls = 1200;
const downloadTimeout = 3_600_000;

/**
 * Starts an export job of the service, waits for it, and downloads its file. The service chooses the form of the values.
 * @returns the number of bytes
 * @throws ApiError, TransferError `exportFailed`, `exportUnreadable`, `unsafeDownload`, `exportNotWritten`; the signal's
 * reason
 */
export async function exportByService(
  target: string,
  format: 'csv' | 'json',
  query: ExportQuery,
  options: ReadOptions & { onProgress?: ((bytes: number) => void) | undefined },
): Promise<number> {
  const { service, signal } = options;
  const base = `/oserve/v1.5/table/${pathSegment(query.table.id)}/export/`;
  const job = await startJob(options, base, format, query);
  const url = await waitForDownloadUrl(base, job, options);
  if (url.protocol !== 'https:' && !(isLoopback(url.hostname) && isOnThisMachine(service.target.authUrl)))
    throw new TransferError('unsafeDownload');
  return replaceFile(target, async file => {
    // The address contains a signature, so it needs no token, and its host must not get one.
    const request = { method: 'GET', url, headers: {}, body: null, confidential: true, secrets: [] };
    const { status, body } = await sendOnce(request, {
      fetch: service.context.fetch,
      signal,
      timeout: downloadTimeout,
    });
    if (status !== 200) throw new TransferError('exportFailed', String(status));
    let bytes = 0;
    for await (const piece of body ?? []) {
      await withWriteErrors(() => file.appendFile(piece));
      bytes += piece.byteLength;
      options.onProgress?.(bytes);
    }
    return bytes;
  });
}

async function startJob(
  options: ReadOptions,
  path: string,
  format: string,
  { where, orderBy, keys }: ExportQuery,
): Promise<string> {
  const { service } = options;
  const condition = where === undefined ? undefined : valueOf(where);
  const fields: [string, Json | undefined][] = [
    ['file_type', format],
    ['mode', condition === undefined ? 'all' : 'part'],
    ['where', condition],
    ['order_by', orderBy],
    ['include_keys', keys],
  ];
  const body = writeJson(new Map(fields.filter((field): field is [string, Json] => field[1] !== undefined)));
  const request = apiRequestOf({ method: 'POST', path, body }, service.target);
  const { text } = await withRetries(
    () => service.withToken(token => send({ ...request, authorization: { scheme: 'Bearer', token } }, service.context)),
    options,
  );
  const id = textField(text, 'job_id');
  if (id === undefined) throw new TransferError('exportFailed', textField(text, 'status') ?? '');
  return id;
}

async function waitForDownloadUrl(base: string, job: string, options: ReadOptions): Promise<URL> {
  const { service, signal, pause = usualPause } = options;
  const request = { method: 'GET' as const, path: `${base}${pathSegment(job)}/` };
  for (let poll = 0; poll < maximumPolls; poll++) {
    signal.throwIfAborted();
    const { text } = await withRetries(() => call(service, request), options).catch(throwUnreadable);
    const status = textField(text, 'status') ?? '';
    const address = textField(text, 'download_url');
    if (address !== undefined && URL.canParse(address)) return new URL(address);
    if (!['pending', 'ready', 'finish'].includes(status)) throw new TransferError('exportFailed', status);
    await pause(pollSeconds, signal);
  }
  const { url } = apiRequestOf(request, service.target);
  throw new ApiError('timeout', { method: 'GET', url: url.href });
}

/** Unless the console permits reading export jobs, the service responds with 401, also to a valid token. */
function throwUnreadable(error: unknown): never {
  if (error instanceof ApiError && error.status === 401 && error.expected === undefined) {
    throw new TransferError('exportUnreadable', '', error);
  }
  throw error;
}

function textField(text: string, name: string): string | undefined {
  const body = valueOf(text);
  const value = isJsonObject(body) ? body.get(name) : undefined;
  return typeof value === 'string' && value !== '' ? value : undefined;
}
