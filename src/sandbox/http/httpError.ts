import type { Context } from 'hono';

/** Statuses of an error response. */
type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 421 | 429 | 431 | 500 | 502 | 503;

/** An error response. A handler can throw it anywhere; `errorResponse` sends it. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: ErrorStatus;
  /** Seconds for the Retry-After header. */
  readonly retryAfter: number | undefined;

  constructor(status: ErrorStatus, message: string, retryAfter?: number) {
    super(message);
    this.status = status;
    this.retryAfter = retryAfter;
  }
}

/**
 * Creates the body of an error response. The specification refers to a separate reference ("Errors"); this is the
 * documented format of the Web API, also used for the Open API.
 */
export function errorBody(message: string): { status: 'error'; error_msg: string } {
  return { status: 'error', error_msg: message };
}

/** Converts an error of a route to a response. An error other than `HttpError` is a defect of the sandbox. */
export function errorResponse(error: unknown, context: Context): Response {
  if (error instanceof HttpError) {
    const headers = error.retryAfter === undefined ? {} : { 'Retry-After': String(error.retryAfter) };
    return context.json(errorBody(error.message), error.status, headers);
  }
  return context.json(errorBody('The sandbox failed to answer this request.'), 500);
}
