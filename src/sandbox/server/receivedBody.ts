import type { IncomingMessage, ServerResponse } from 'node:http';

const maximumBody = 10 * 1024 * 1024;
const maximumTogether = 256 * 1024 * 1024;

/** How many bytes of bodies are held for all requests together. */
export class BodyBudget {
  #held = 0;

  /** Whether there is room for this many bytes more; they are held then. */
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
 * The whole body, or why it is not taken: too large by itself, or too much together with others. The rest is then dropped as
 * it comes, so that the answer arrives. What a body takes of the budget is given back when its answer is through.
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
      // One body that is too large is let through to its end: a client that is still writing would not read the answer.
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
