/** Errors of failed tests that nobody has said more about yet. One list for the process: every test file is a bundle of its own. */
function undescribed(): Error[] {
  const holder = globalThis as { hydrogenFailures?: Error[] };
  return (holder.hydrogenFailures ??= []);
}

/** For the runner: a test or a hook has failed. The error can be added to until the file has ended. */
export function keepFailure(error: Error): void {
  undescribed().push(error);
}

/** For a hook that knows more: the errors since it was last asked. */
export function takeFailures(): Error[] {
  return undescribed().splice(0);
}

/** Adds to what an error says. Its stack begins with its message, and is printed after it. */
export function addToMessage(error: Error, text: string): void {
  const { message, stack } = error;
  error.message = `${message}\n\n${text}`;
  if (stack !== undefined) error.stack = stack.replace(message, () => error.message);
}
