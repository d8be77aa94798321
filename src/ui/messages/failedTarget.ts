const targets = new WeakMap<Error, object>();

/**
 * Remembers the application and environment of a failed call, which the buttons under its message then work on. The row
 * or document of the failed command may not name them, and they may differ from the selected ones.
 */
export function withFailedTarget<E>(error: E, target: object): E {
  if (error instanceof Error) targets.set(error, target);
  return error;
}

export function failedTarget(error: unknown): object | undefined {
  return error instanceof Error ? targets.get(error) : undefined;
}
