import { randomUUID } from 'node:crypto';
import { jsonTokens } from '../../json/tokens';
import { jsonValue } from '../../json/jsonValue';

/** Thrown when a path leads through a value that is null or missing. `path` is the path to that value. */
export class NothingThere extends Error {
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/**
 * Returns the value at a path, like JavaScript but without inherited properties; `undefined` when the last step finds
 * nothing. Strings and arrays have a `length`.
 * @throws NothingThere when an earlier step finds null or nothing
 */
export function valueAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step, index) => {
    if (value === undefined || value === null) throw new NothingThere(steps.slice(0, index).join('.'));
    // Only own properties: inherited ones are not part of the response.
    const object: unknown = Object(value);
    return Object.hasOwn(object as object, step) ? (object as Record<string, unknown>)[step] : undefined;
  }, body);
}

/** Parses JSON. Integers beyond 2^53 become bigints. Returns `undefined` for text that is not JSON. */
export function parseBody(text: string): unknown {
  if (!/\d{16}/.test(text)) return jsonValue(text);
  try {
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function parseExactly(text: string): unknown {
  const marker = randomUUID();
  let from = 0;
  const pieces: string[] = [];
  for (const { kind, start, end } of jsonTokens(text)) {
    const written = text.slice(start, end);
    if (kind !== 'value' || !/^-?\d{16,}$/.test(written) || Number.isSafeInteger(Number(written))) continue;
    pieces.push(text.slice(from, start), `"${marker}${written}"`);
    from = end;
  }
  const marked = pieces.join('') + text.slice(from);
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(marker) ? BigInt(value.slice(marker.length)) : value,
  ) as unknown;
}
