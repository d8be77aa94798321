import type { SandboxContext } from './routing';

/** Notes in the request log where the sandbox differs from the service, for example a code that it did not send. */
export function annotate(context: SandboxContext, text: string): void {
  Object.assign(context.env.incoming, { note: text });
}

/** The annotation of a request. */
export function annotationOf(incoming: object): string | undefined {
  return 'note' in incoming && typeof incoming.note === 'string' ? incoming.note : undefined;
}
