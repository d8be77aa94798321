import type { IncomingMessage, ServerResponse } from 'node:http';
import { useHttpServer } from '../../httpServer';

type Change = (path: string, body: Record<string, unknown>) => Record<string, unknown>;

/**
 * Starts a proxy that changes the JSON responses of another server, for content that the sandbox never sends. Returns a
 * function for its origin.
 */
export function useRelay(target: () => string, change: Change): () => string {
  return useHttpServer((request, response) => void relay(target(), change, request, response));
}

async function relay(target: string, change: Change, request: IncomingMessage, response: ServerResponse) {
  const { method = 'GET', url = '/' } = request;
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = Object.entries(request.headers).filter(([name]) => /^(x-|content-type|authorization)/.test(name));
  const body = chunks.length === 0 ? null : Buffer.concat(chunks);
  const received = await fetch(new URL(url, target), { method, headers: headers as [string, string][], body });
  const text = await received.text();
  const json = received.ok && received.headers.get('content-type')?.includes('json') === true;
  const changed = json ? JSON.stringify(change(url, JSON.parse(text) as Record<string, unknown>)) : text;
  response.writeHead(received.status, { 'content-type': received.headers.get('content-type') ?? 'text/plain' });
  response.end(changed);
}
