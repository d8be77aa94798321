import type { IncomingMessage, ServerResponse } from 'node:http';

const maximumBody = 10 * 1024 * 1024;
const maximumTotal = 256 * 1024 * 1024;

/** Limits the total size of all request bodies in memory. */
export class BodyBudget {
  #reserved = 0;

  /** Reserves bytes. Returns false when the limit is reached. */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > maximumTotal) return false;
    this.#reserved += bytes;
    return true;
  }

  release(bytes: number): void {
    this.#reserved -= bytes;
  }
}

/**
 * Reads the whole body. Returns a reason if the body is refused: `tooLarge` for its own size, `tooMany` for the total
 * size of all bodies in memory. The rest of a refused body is read and dropped, so that the client receives the
 * response. The reserved bytes are released when the response ends.
 */
export async function readBody(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  budget: BodyBudget,
): Promise<Buffer | 'tooLarge' | 'tooMany'> {
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = [];
    let size = 0;
    let refusal: 'tooLarge' | 'tooMany' | undefined;
    const release = (): void => {
      budget.release(size);
      size = 0;
    };
    const refuse = (reason: 'tooLarge' | 'tooMany'): void => {
      refusal = reason;
      chunks = [];
      release();
      // A body that is too large is read to its end, because a client that is still writing would not read the response.
      if (reason === 'tooMany') resolve(reason);
    };
    incoming.on('data', (chunk: Buffer) => {
      if (refusal) return;
      if (size + chunk.length > maximumBody) return refuse('tooLarge');
      if (!budget.reserve(chunk.length)) return refuse('tooMany');
      size += chunk.length;
      chunks.push(chunk);
    });
    incoming.on('end', () => resolve(refusal ?? Buffer.concat(chunks)));
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The client went away.')));
    outgoing.on('close', release);
  });
}
