import { DocumentLoop } from './documentLoop';
import { noCount, type LoopCount } from './loopChecks';
import { modelLoopServer, type LoopServer } from './loopServer';

interface LoopOptions {
  server?: () => Promise<LoopServer> | LoopServer;
  /** See `LoopGrid`. */
  drawsBase?: boolean;
}

/**
 * Runs one loop.
 * @throws the first violation, with the seed of the loop
 */
export async function documentLoop(
  seed: number,
  { server = modelLoopServer, drawsBase = false }: LoopOptions = {},
): Promise<LoopCount> {
  const loop = new DocumentLoop(await server(), seed, drawsBase);
  try {
    await loop.run(30);
  } catch (error) {
    throw new Error(`seed ${seed}, after ${loop.count.steps} steps: ${String(error)}`, { cause: error });
  }
  return loop.count;
}

/** Runs this number of loops, with the seeds from 0. */
export async function documentLoops(count: number, options?: LoopOptions): Promise<LoopCount> {
  const total: LoopCount = { ...noCount };
  for (let seed = 0; seed < count; seed += 1) {
    const counted = await documentLoop(seed, options);
    for (const name of Object.keys(total) as (keyof LoopCount)[]) total[name] += counted[name];
  }
  return total;
}
