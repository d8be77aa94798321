import type { Context } from 'hono';

/** Statuses the sandbox refuses with. */
export type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421 | 500;

/** A request the sandbox does not grant. Thrown anywhere in a handler; becomes an answer in `answerRefusal`. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: RefusalStatus;

  constructor(status: RefusalStatus, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * The one shape every error answer has. The specification leaves it out ("Errors": defined in a separate reference); this
 * is the documented Web API shape, used for the Open API too.
 */
export function errorBody(message: string): { status: 'error'; error_msg: string } {
  return { status: 'error', error_msg: message };
}

/** Error handler of the routes: a `Refusal` is an answer, anything else a mistake in the sandbox. */
export function answerRefusal(error: unknown, context: Context): Response {
  if (error instanceof Refusal) return context.json(errorBody(error.message), error.status);
  return context.json(errorBody('The sandbox failed to answer this request.'), 500);
}
