/**
 * Errors of failed tests without further details yet. One list per process, because every test file is a separate bundle.
 */
function undescribed(): Error[] {
  const holder = globalThis as { hydrogenFailures?: Error[] };
  return (holder.hydrogenFailures ??= []);
}

/** For the runner: records that a test or a hook failed. Details can be added to the error until the file has ended. */
export function keepFailure(error: Error): void {
  undescribed().push(error);
}

/** For a hook with further details: the errors since its last call. */
export function takeFailures(): Error[] {
  return undescribed().splice(0);
}

/** Adds text to the message of an error. Its stack begins with the message and is printed as well. */
export function addToMessage(error: Error, text: string): void {
  const { message, stack } = error;
  error.message = `${message}\n\n${text}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
