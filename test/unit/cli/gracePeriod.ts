// Loaded before a program, to end its grace periods by a signal, so that a test need not wait for them.

const timeout = AbortSignal.timeout.bind(AbortSignal);
AbortSignal.timeout = milliseconds => {
  if (milliseconds !== 10_000) return timeout(milliseconds);
  const abort = new AbortController();
  process.once('SIGUSR2', () => abort.abort());
  return abort.signal;
};
