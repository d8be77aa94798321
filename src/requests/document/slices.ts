import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which a long loop yields. */
const slice = 10;

/** Returns a function for long loops in the extension host. Each round awaits it, so that other work can run. */
export function createSlices(): () => Promise<void> {
  let until = performance.now() + slice;
  return async () => {
    if (performance.now() < until) return;
    await setImmediate();
    until = performance.now() + slice;
  };
}
