/** Milliseconds for the teardown of a cancelled run. */
const teardownTime = 10_000;

/** A signal that is aborted some time after the other, so that a cancelled run can still tear down. */
export function afterGracePeriod(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(teardownTime);
  const abort = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => abort.abort(), teardownTime).unref(), { once: true });
  return abort.signal;
}
