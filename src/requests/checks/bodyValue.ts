/** Thrown when a path leads through a value that is null or missing. `path` is the path to that value. */
export class MissingValueError extends Error {
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/**
 * Returns the value at a path, like JavaScript but without inherited properties; `undefined` when the last step finds
 * nothing. Strings and arrays have a `length`.
 * @throws MissingValueError when an earlier step finds null or nothing
 */
export function valueAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step, index) => {
    if (value === undefined || value === null) throw new MissingValueError(steps.slice(0, index).join('.'));
    // Only own properties: inherited ones are not part of the response.
    const object: unknown = Object(value);
    return Object.hasOwn(object as object, step) ? (object as Record<string, unknown>)[step] : undefined;
  }, body);
}
