import { setImmediate } from 'node:timers/promises';

/** Milliseconds after which a long loop lets others run. */
const slice = 10;

/** For long loops in the extension host: the function that is returned is awaited in every round. */
export function createSlices(): () => Promise<void> {
  let until = performance.now() + slice;
  return async () => {
    if (performance.now() < until) return;
    await setImmediate();
    until = performance.now() + slice;
  };
}
