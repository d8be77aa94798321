/** Milliseconds for the teardown of a cancelled run. */
const teardownTime = 10_000;

/** Returns a signal that aborts some time after the given one, so that a cancelled run can still tear down. */
export function afterGracePeriod(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(teardownTime);
  const abort = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => abort.abort(), teardownTime).unref(), { once: true });
  return abort.signal;
}
