import type { IncomingMessage, ServerResponse } from 'node:http';

const maximumBody = 10 * 1024 * 1024;
const maximumTogether = 256 * 1024 * 1024;

/** Limits the total size of all request bodies in memory. */
export class BodyBudget {
  #held = 0;

  /** Reserves bytes. Returns false when the limit is reached. */
  take(bytes: number): boolean {
    if (this.#held + bytes > maximumTogether) return false;
    this.#held += bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.#held -= bytes;
  }
}

/**
 * Reads the whole body, or returns the reason for refusing it: it is too large by itself, or together with the other
 * bodies in memory. The rest of a refused body is read and dropped, so that the client receives the response. The
 * reserved bytes are released when the response ends.
 */
export async function readBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  budget: BodyBudget,
): Promise<Buffer | 'tooLarge' | 'tooMany'> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let refused: 'tooLarge' | 'tooMany' | undefined;
    const giveBack = (): void => {
      budget.giveBack(size);
      size = 0;
    };
    const refuse = (reason: 'tooLarge' | 'tooMany'): void => {
      refused = reason;
      chunks = [];
      giveBack();
      // A body that is too large is read to its end, because a client that is still writing would not read the response.
      if (reason === 'tooMany') resolve(reason);
    };
    incoming.on('data', (chunk: Buffer) => {
      if (refused) return;
      if (size + chunk.length > maximumBody) return refuse('tooLarge');
      if (!budget.take(chunk.length)) return refuse('tooMany');
      size += chunk.length;
      chunks.push(chunk);
    });
    incoming.on('end', () => resolve(refused ?? Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The client went away.')));
    outgoing.on('close', giveBack);
  });
}
