/** The network conditions that the sandbox simulates. */
export interface NetworkConditions {
  /** Milliseconds before every response. */
  latencyMs?: number | undefined;
  /** The maximum of the random delay in milliseconds that is added to `latencyMs`. */
  jitterMs?: number | undefined;
  /** Bytes per second of a response's body. */
  bytesPerSecond?: number | undefined;
}

const chunksPerSecond = 10;

/** Waits for the simulated latency. */
export async function delay({ latencyMs = 0, jitterMs = 0 }: NetworkConditions): Promise<void> {
  const milliseconds = latencyMs + Math.random() * jitterMs;
  if (milliseconds > 0) await pause(milliseconds);
}

/** Returns a response that sends the same body at the simulated bandwidth. */
export function throttle(response: Response, { bytesPerSecond }: NetworkConditions): Response {
  const { body } = response;
  if (bytesPerSecond === undefined || !body) return response;
  const size = Math.max(1, Math.ceil(bytesPerSecond / chunksPerSecond));
  const slow = new TransformStream<Uint8Array, Uint8Array>({
    async transform(chunk, controller) {
      for (let start = 0; start < chunk.length; start += size) {
        const part = chunk.subarray(start, start + size);
        controller.enqueue(part);
        await pause((part.length / bytesPerSecond) * 1000);
      }
    },
  });
  return new Response(body.pipeThrough(slow), response);
}

async function pause(milliseconds: number): Promise<void> {
  await new Promise(resolve => setTimeout(resolve, milliseconds));
}
