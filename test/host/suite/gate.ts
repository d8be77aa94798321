import http from 'node:http';
import { useHttpServer } from '../../httpServer';

interface Gate {
  origin: string;
  /** Executes the next request of this method, and holds back its response. */
  hold(method: string): { arrived: Promise<void>; release: () => void };
  /** Redirects the next request of this method instead of executing it. */
  redirect(method: string, location: string): void;
  /** The bodies of all requests of this method until now, byte by byte. */
  bodies(method: string): readonly Buffer[];
}

/** Starts a proxy to another server. It can hold back a response, or respond with a redirect instead. */
export function useGate(target: () => string): () => Gate {
  const waiting: { method: string; arrived: () => void; released: Promise<void> }[] = [];
  const redirects = new Map<string, string>();
  const received: { method: string; body: Buffer }[] = [];
  const origin = useHttpServer((request, response) => {
    const { method = '', url, headers } = request;
    const location = redirects.get(method);
    if (location !== undefined) {
      redirects.delete(method);
      request.resume().on('end', () => response.writeHead(302, { location }).end());
      return;
    }
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => received.push({ method, body: Buffer.concat(chunks) }));
    const [held] = waiting.filter(each => each.method === method);
    if (held !== undefined) waiting.splice(waiting.indexOf(held), 1);
    const forwarded = http.request(new URL(url ?? '/', target()), { method, headers }, answered => {
      held?.arrived();
      void Promise.resolve(held?.released).then(() => {
        response.writeHead(answered.statusCode ?? 500, answered.rawHeaders);
        answered.pipe(response);
      });
    });
    request.pipe(forwarded);
  });
  return () => ({
    origin: origin(),
    hold(method) {
      const [arrived, released] = [deferred(), deferred()];
      waiting.push({ method, arrived: arrived.resolve, released: released.promise });
      return { arrived: arrived.promise, release: released.resolve };
    },
    redirect: (method, location) => void redirects.set(method, location),
    bodies: method => received.filter(each => each.method === method).map(({ body }) => body),
  });
}

function deferred(): { promise: Promise<void>; resolve: () => void } {
  let resolve = () => {};
  const promise = new Promise<void>(done => (resolve = done));
  return { promise, resolve };
}
