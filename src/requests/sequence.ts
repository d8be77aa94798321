import type { OutgoingRequest } from './outgoing';
import { resolveRequest, type ResolveContext } from './resolve';
import type { NamedResponse } from './responseValue';
import type { Sink } from './receive';
import { run, type RunContext } from './run';
import type { RunResult } from './runResult';
import type { RequestNode } from './syntax';

export interface Step {
  request: RequestNode;
  outgoing: OutgoingRequest | undefined;
  result: RunResult | undefined;
  /** Why there is no answer. */
  error: unknown;
}

export interface SequenceContext extends Omit<ResolveContext, 'responses'>, RunContext {
  /** Answers of named requests; later requests read them, and what is sent here is added. */
  responses: Map<string, NamedResponse>;
  /** Asked with the exact request before it is sent; `false` ends the sequence there. */
  mayRun?(request: OutgoingRequest): Promise<boolean>;
  onStep?(step: Step): void;
  /** A place of its own for each large answer; wins over `sink`. */
  sinkFor?(request: OutgoingRequest): Sink;
}

/**
 * Sends requests one after the other and stops at the first that fails: that is not allowed, cannot be sent, has no
 * answer, or is answered with an error status. Never rejects; the last step says why it was the last.
 */
export async function runSequence(requests: readonly RequestNode[], context: SequenceContext): Promise<Step[]> {
  const steps: Step[] = [];
  for (const request of requests) {
    const step = await runStep(request, context);
    steps.push(step);
    context.onStep?.(step);
    if (step.result?.report.ok !== true) break;
  }
  return steps;
}

async function runStep(request: RequestNode, context: SequenceContext): Promise<Step> {
  let outgoing: OutgoingRequest | undefined;
  try {
    outgoing = await resolveRequest(request, context);
    const allowed = (await context.mayRun?.(outgoing)) ?? true;
    if (!allowed) return { request, outgoing, result: undefined, error: undefined };
    const sink = context.sinkFor?.(outgoing) ?? context.sink;
    const result = await run(outgoing, sink === undefined ? context : { ...context, sink });
    if (request.name !== undefined) context.responses.set(request.name, result.asNamed());
    return { request, outgoing, result, error: undefined };
  } catch (error) {
    return { request, outgoing, result: undefined, error };
  }
}
