import { maskFields } from '../../api/masking/fields';
import { maskJson } from '../../api/masking/json';
import { KnownSecrets } from '../../api/masking/knownSecrets';
import { redact, redactKnown, type SecretSource } from '../../api/masking/text';
import { parseExactly } from '../../json/exactIntegers';
import { firstHeader } from '../document/rules';

/** Maximum number of characters of a snapshot. Nobody could review a longer one. */
export const longestSnapshot = 200_000;

/** The parts of a response that are compared, including credentials. */
interface SnapshotResponse {
  status: number;
  headers: readonly (readonly [name: string, value: string])[];
  body: string;
  credentials: readonly string[];
}

/**
 * Returns the text of a snapshot: status, media type and body as JSON with sorted keys. Credentials and values that
 * differ each time are masked. The JSON is indented, so that a diff shows the lines that changed.
 */
export function snapshotText({ status, headers, body, credentials }: SnapshotResponse): string {
  const known = new KnownSecrets(credentials);
  return snapshotOf({ status, type: mediaType(headers), body: comparable(body, known) });
}

/** Returns the Content-Type without its parameters. */
export function mediaType(headers: SnapshotResponse['headers']): string {
  return firstHeader(headers, 'content-type').split(';', 1)[0]?.trim() ?? '';
}

/** Returns a value as indented JSON with sorted keys, so that equal values give equal texts. */
export function snapshotOf(value: unknown): string {
  return JSON.stringify(sorted(value), undefined, 2);
}

function comparable(body: string, known: SecretSource): unknown {
  const json = parseExactly(body);
  try {
    if (json !== undefined) return masked(json, known);
  } catch (error) {
    // The JSON nests too deep, so compare the body as text.
    if (!(error instanceof RangeError)) throw error;
  }
  const lines = maskedText(maskFields(body), known).split(/\r\n|\n|\r/);
  return lines.length === 1 ? lines[0] : lines;
}

const idName = /^_?ids?$|_ids?$|[a-z]Ids?$|_by$|^uuid$/;
const timeName = /(?:^|_)(?:date|time|timestamp)$|_at$|[a-z](?:At|Date|Time|Timestamp)$/;

/** Masks credentials, and the IDs and times that differ each time. */
function masked(json: unknown, known: SecretSource): unknown {
  return maskJson(json, {
    key: name => maskedText(name, known),
    leaf(value, name) {
      const kind = typeof value === 'string' ? '' : 'number ';
      if (idName.test(name)) return `‹${kind}id›`;
      if (timeName.test(name)) return `‹${kind}time›`;
      const text = String(value);
      const shown = maskedText(text, known);
      // Integers beyond 2^53 become texts to keep their digits.
      return shown === text && typeof value === 'number' ? value : shown;
    },
  });
}

const times = /\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?/g;
const ids = /(?<![\w-])(?:[\da-f]{24}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})(?![\w-])/gi;

function maskedText(text: string, known: SecretSource): string {
  // Known secrets come first, because they may contain IDs or times. The generic redaction comes last, because it would
  // redact IDs and times.
  return redact(redactKnown(text, known).replace(times, '‹time›').replace(ids, '‹id›'));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

const maximumPaths = 3;
const longestValue = 100;

/** Returns the first paths where two snapshots differ: `body.name "a" → "b"`. */
export function changedPaths(before: string, after: string): string {
  const paths: string[] = [];
  collect(JSON.parse(before), JSON.parse(after), '', paths);
  return paths.slice(0, maximumPaths).join(', ') + (paths.length > maximumPaths ? ', …' : '');
}

function collect(before: unknown, after: unknown, path: string, paths: string[]): void {
  if (paths.length > maximumPaths || before === after) return;
  if (!isContainer(before) || !isContainer(after) || Array.isArray(before) !== Array.isArray(after)) {
    paths.push(`${path} ${valueText(before)} → ${valueText(after)}`);
    return;
  }
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const step = Array.isArray(before) ? `[${name}]` : path === '' ? name : `.${name}`;
    collect(ownValue(before, name), ownValue(after, name), path + step, paths);
  }
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function ownValue(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function valueText(value: unknown): string {
  return value === undefined ? '∅' : JSON.stringify(value).slice(0, longestValue);
}
