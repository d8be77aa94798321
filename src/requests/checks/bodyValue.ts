import { randomUUID } from 'node:crypto';
import { jsonTokens } from '../../json/tokens';

/** The path leads through a value that is null or missing. */
export class NothingThere extends Error {
  readonly path: string;

  constructor(path: string) {
    super(path);
    this.path = path;
  }
}

/**
 * What stands at the steps of a path, as JavaScript would find it, the length of texts and lists included; `undefined` when the
 * last step leads to nothing.
 * @throws NothingThere
 */
export function valueAt(body: unknown, steps: readonly string[]): unknown {
  return steps.reduce<unknown>((value, step, index) => {
    if (value === undefined || value === null) throw new NothingThere(steps.slice(0, index).join('.'));
    // Own properties alone: what every object has is nothing of the response's.
    const object: unknown = Object(value);
    return Object.hasOwn(object as object, step) ? (object as Record<string, unknown>)[step] : undefined;
  }, body);
}

/** Whole numbers beyond 2^53 as bigints, everything else as usual; `undefined` when it is no JSON. */
export function parseBody(text: string): unknown {
  try {
    if (!/\d{16}/.test(text)) return JSON.parse(text) as unknown;
    return parseExactly(text);
  } catch {
    return undefined;
  }
}

function parseExactly(text: string): unknown {
  const sign = randomUUID();
  let from = 0;
  const pieces: string[] = [];
  for (const { kind, start, end } of jsonTokens(text)) {
    const written = text.slice(start, end);
    if (kind !== 'value' || !/^-?\d{16,}$/.test(written) || Number.isSafeInteger(Number(written))) continue;
    pieces.push(text.slice(from, start), `"${sign}${written}"`);
    from = end;
  }
  const whole = pieces.join('') + text.slice(from);
  return JSON.parse(whole, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(sign) ? BigInt(value.slice(sign.length)) : value,
  ) as unknown;
}
