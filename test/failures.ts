/**
 * Errors of failed tests without further details yet. One list per process, because every test file is a separate bundle.
 */
function undescribed(): Error[] {
  const holder = globalThis as { hydrogenFailures?: Error[] };
  return (holder.hydrogenFailures ??= []);
}

/**
 * Records the error of a failed test or hook, for the runner. Details can be added to the error until the file has
 * ended.
 */
export function keepFailure(error: Error): void {
  undescribed().push(error);
}

/** Returns the errors since the last call, so that a hook can add details to them. */
export function takeFailures(): Error[] {
  return undescribed().splice(0);
}

/** Adds text to the message of an error. Its stack begins with the message and is printed as well. */
export function addToMessage(error: Error, text: string): void {
  const { message, stack } = error;
  error.message = `${message}\n\n${text}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
