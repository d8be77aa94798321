import { ApiError, isUnsent } from '../api/errors';
import { send } from '../api/http/send';
import { apiRequestOf, type DataService, type WriteRequest } from '../api/openApi/dataService';

type SentWrite = { text: string; status: number } | SendFailure;

/**
 * `maybeDone`: the write may have been carried out, so it must not be sent again. `isWriteError`: false for an error of
 * getting or renewing a token.
 */
export type SendFailure =
  | { error: ApiError; maybeDone: true }
  | { error: unknown; maybeDone: false; isWriteError: boolean };

/** Sends a write once. Resolves to the text of the response or to the error. */
export async function sendWrite(service: DataService, request: WriteRequest): Promise<SentWrite> {
  const prepared = apiRequestOf(request, service.target);
  let writeError: unknown;
  try {
    const { text, status } = await service.withToken(token =>
      send({ ...prepared, authorization: { scheme: 'Bearer', token } }, service.context).catch((error: unknown) => {
        writeError = error;
        throw error;
      }),
    );
    return { text, status };
  } catch (error) {
    // If the token could not be obtained or renewed, also after a 401, the service did not carry out the write.
    const isWriteError = error === writeError;
    const maybeDone = error instanceof ApiError && isWriteError && isMaybeDone(error);
    return maybeDone ? { error, maybeDone } : { error, maybeDone, isWriteError };
  }
}

/** True if the service may have carried out the write that failed with this error. */
export function isMaybeDone(error: ApiError): boolean {
  const refusal = error.code === 'status' && (error.status ?? 500) < 500 && error.status !== 408;
  return !refusal && !isUnsent(error);
}
