import { ApiError, isUnsent } from '../api/errors';
import { send } from '../api/http/send';
import { apiRequestOf, type DataService, type WriteRequest } from '../api/openApi/dataService';

type SentWrite = { text: string } | { error: unknown; maybeDone: boolean };

/**
 * Sends a write once. Resolves to the text of the response or to the error. `maybeDone`: the write may have been
 * carried out, so it must not be sent again.
 */
export async function sendWrite(service: DataService, request: WriteRequest): Promise<SentWrite> {
  const prepared = apiRequestOf(request, service.target);
  try {
    const response = await service.withToken(token =>
      send({ ...prepared, authorization: { scheme: 'Bearer', token } }, service.context),
    );
    return { text: response.text };
  } catch (error) {
    return { error, maybeDone: isMaybeDone(error) };
  }
}

/** True if the service may have carried out a write that failed with this error. */
export function isMaybeDone(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const refusal = error.code === 'status' && (error.status ?? 500) < 500 && error.status !== 408;
  return !refusal && !isUnsent(error);
}
