/** The facts of a failed call that the buttons under its message need. */
interface FailedCall {
  /**
   * Its application and environment. The row or document of the command may not name them, and they may differ from the
   * selected ones.
   */
  target?: object;
  /**
   * The arguments with which the command is run again; absent: those of the first run. They are needed if the command
   * itself chose a file or request, because it could choose another one now.
   */
  again?: readonly [argument: unknown, selected: unknown];
}

const calls = new WeakMap<Error, FailedCall>();

/** Remembers facts of a failed call with its error. */
export function withFailedCall<E>(error: E, call: FailedCall): E {
  if (error instanceof Error) calls.set(error, { ...calls.get(error), ...call });
  return error;
}

export function failedCall(error: unknown): FailedCall {
  return (error instanceof Error ? calls.get(error) : undefined) ?? {};
}
