import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { encodeBody, type ResolvedRequest } from '../../../src/requests/sending/resolvedRequest';
import { RequestError, type RequestErrorCode } from '../../../src/requests/document/requestError';
import { resolveRequest } from '../../../src/requests/sending/resolve';
import { reveal } from '../../../src/requests/document/secretText';
import type { ExecutionContext } from '../../../src/requests/sending/executeRequest';
import { contextFor } from './fixture';

export async function resolve(text: string, changes: Partial<ExecutionContext> = {}): Promise<ResolvedRequest> {
  const context = contextFor(text, changes);
  return resolveRequest(context.document.requests.at(-1) ?? assert.fail('no request'), context);
}

export async function refusal(text: string, changes: Partial<ExecutionContext> = {}): Promise<RequestErrorCode> {
  const outgoing = await resolve(text, changes).catch((error: unknown) => error);
  assert.ok(outgoing instanceof RequestError, `${text} is not refused: ${inspect(outgoing)}`);
  return outgoing.code;
}

export function headersOf(request: ResolvedRequest): Record<string, string> {
  const pairs = request.headers.map(({ name, value }) => [name, reveal(value)] as const);
  const { authorization: one } = request;
  return Object.fromEntries([
    ...pairs,
    ...(one === undefined ? [] : [['Authorization', `${one.scheme} ${one.token.reveal()}`] as const]),
  ]);
}

export async function bodyOf(text: string, changes: Partial<ExecutionContext> = {}): Promise<string> {
  const { body } = await resolve(text, changes);
  const files = { './a.bin': Buffer.from([1, 2, 3]) } as Record<string, Buffer>;
  return Buffer.from((await encodeBody(body, async path => files[path] ?? assert.fail(path))) ?? []).toString('latin1');
}
