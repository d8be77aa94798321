import { randomUUID } from 'node:crypto';
import { jsonValue } from './jsonValue';
import { jsonTokens } from './tokens';

/** Parses JSON. Integers beyond 2^53 become bigints. Returns `undefined` for text that is not JSON. */
export function parseExactly(text: string): unknown {
  if (!/\d{16}/.test(text)) return jsonValue(text);
  try {
    return withBigints(text);
  } catch {
    return undefined;
  }
}

function withBigints(text: string): unknown {
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

/**
 * Converts a value to JSON. A bigint keeps its digits.
 * @param indent the number of spaces per level; absent for one line
 */
export function jsonOf(value: unknown, indent?: number): string {
  const marker = randomUUID();
  const json =
    JSON.stringify(value, (_, item: unknown) => (typeof item === 'bigint' ? `${marker}${item}` : item), indent) ?? '';
  return json.replaceAll(new RegExp(`"${marker}(-?\\d+)"`, 'g'), '$1');
}
