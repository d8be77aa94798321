import { throwIfCancelled } from '../../auth/abortable';
import { wrongChecks } from '../document/checkLine';
import { RequestError } from '../document/requestError';
import { encodeBody, type ResolvedRequest } from './resolvedRequest';
import { resolveRequest, type ResolveContext } from './resolve';
import type { NamedResponse } from '../document/responseReference';
import { runRequest, type RunContext } from './runRequest';
import type { RunResult } from './runResult';
import type { RequestNode } from '../document/syntax';

/** The result of sending one request of a document. */
export interface ExecutedRequest {
  request: RequestNode;
  resolved: ResolvedRequest | undefined;
  result: RunResult | undefined;
  /** The reason why there is no response. */
  error: unknown;
  /** Milliseconds from sending until the response or the error; absent if nothing was sent. */
  milliseconds?: number | undefined;
}

export interface ExecutionContext extends Omit<ResolveContext, 'responses'>, RunContext {
  /** Responses of named requests, for later requests. The response to this request is added if it has a name. */
  responses: Map<string, NamedResponse>;
  /**
   * Called with the exact request before it is sent; rejects when it may not be sent.
   * @param body the bytes to send, including files
   */
  permit?(request: ResolvedRequest, body: Uint8Array | undefined): Promise<void>;
  /** Called and awaited right before the request is sent. Never rejects. */
  onSending?(request: ResolvedRequest): Promise<void>;
}

/** Resolves a request and sends it. Never rejects: the result holds the error. */
export async function executeRequest(request: RequestNode, context: ExecutionContext): Promise<ExecutedRequest> {
  let resolved: ResolvedRequest | undefined;
  let sentAt: number | undefined;
  const elapsed = () => (sentAt === undefined ? undefined : performance.now() - sentAt);
  try {
    // Refuse an invalid check now: evaluation would report it only after the request has taken effect.
    const [wrong] = wrongChecks([request]);
    if (wrong !== undefined) throw new RequestError(wrong.code, wrong.at.text, wrong.check);
    resolved = await resolveRequest(request, context);
    const body = await encodeBody(resolved.body, context.readFile);
    throwIfCancelled(context.signal, context.target.authUrl);
    await context.permit?.(resolved, body);
    throwIfCancelled(context.signal, context.target.authUrl);
    await context.onSending?.(resolved);
    sentAt = performance.now();
    const result = await runRequest(resolved, context, body);
    if (request.name !== undefined) context.responses.set(request.name, result.asNamed());
    return { request, resolved, result, error: undefined, milliseconds: elapsed() };
  } catch (error) {
    return { request, resolved, result: undefined, error, milliseconds: elapsed() };
  }
}
