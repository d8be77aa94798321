import { RequestError } from './requestError';
import { directive, type RequestNode } from './syntax';

/** A value of `# @as`: whose token a request carries. */
export type Actor = 'user' | 'openapi' | 'anonymous';

const actors: readonly string[] = ['user', 'openapi', 'anonymous'] satisfies Actor[];

export function isActor(text: string): text is Actor {
  return actors.includes(text);
}

/**
 * Returns whether an API accepts the token of an actor. An access token is only for the Open API, the token of a user only
 * for the Web API.
 */
export function fitsFamily(actor: Actor, family: 'webApi' | 'openApi'): boolean {
  return actor !== (family === 'webApi' ? 'openapi' : 'user');
}

/**
 * Returns the milliseconds of `# @timeout`; `undefined` for a request without this directive.
 *
 * @throws RequestError `badDirective` for an invalid value
 */
export function timeoutOf(request: RequestNode): number | undefined {
  const node = directive(request, 'timeout');
  if (node === undefined) return undefined;
  const milliseconds = parseDuration(node.value.text);
  if (milliseconds === undefined) throw new RequestError('badDirective', 'timeout', node);
  return milliseconds;
}

const longestDurationMs = 24 * 3600 * 1000;

/**
 * Returns the milliseconds of a duration such as `500ms`, `10s`, `2m` or `10`, which are seconds. Returns `undefined` for
 * invalid text, less than 1 ms and more than 24 hours.
 */
export function parseDuration(text: string): number | undefined {
  const match = /^(\d{1,9}(?:\.\d+)?)\s*(ms|s|m)?$/.exec(text);
  if (match === null) return undefined;
  const factor = { ms: 1, s: 1000, m: 60_000 }[(match[2] ?? 's') as 'ms' | 's' | 'm'];
  const milliseconds = Math.round(Number(match[1]) * factor);
  return milliseconds >= 1 && milliseconds <= longestDurationMs ? milliseconds : undefined;
}

const maximumRetries = 100;

/**
 * Parses the value of `# @retry`, `3 every 2s` or `3`: the number of retries, and the milliseconds between them.
 * Returns `undefined` for an invalid value.
 */
export function parseRetry(text: string): { times: number; pauseMs: number } | undefined {
  const match = /^(\d{1,3})(?:\s+every\s+(\S.*))?$/.exec(text);
  if (match === null) return undefined;
  const times = Number(match[1]);
  const pauseMs = parseDuration(match[2] ?? '1s');
  return pauseMs !== undefined && times >= 1 && times <= maximumRetries ? { times, pauseMs } : undefined;
}
