/** Milliseconds that the teardown of a cancelled run has. */
const teardownTime = 10_000;

/** A signal that is aborted some time after the other, so that a cancelled run still tears down. */
export function afterGracePeriod(signal: AbortSignal): AbortSignal {
  if (signal.aborted) return AbortSignal.timeout(teardownTime);
  const abort = new AbortController();
  signal.addEventListener('abort', () => setTimeout(() => abort.abort(), teardownTime).unref(), { once: true });
  return abort.signal;
}
