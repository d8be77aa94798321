import type { SandboxContext } from './routing';

/** Says in the record of requests what the sandbox did instead of the service: which code it did not send, for example. */
export function annotate(context: SandboxContext, text: string): void {
  Object.assign(context.env.incoming, { note: text });
}

/** What was noted about a request. */
export function annotationOf(incoming: object): string | undefined {
  return 'note' in incoming && typeof incoming.note === 'string' ? incoming.note : undefined;
}
