import { jsonOf, parseExactly } from '../../json/exactIntegers';
import { isCredentialField, isStatus } from '../credentialFields';
import { mask } from '../secret';
import { isLabel, isValue } from './named';

/** Maximum depth: much deeper values would overflow the stack, here or when the result is written. */
const deepest = 200;

/** The replacements in a JSON value. */
interface Changes {
  /**
   * Replaces a text, number or big number.
   * @param name the name of its field; for an item of a list, the name of the list
   */
  leaf(value: string | number | bigint, name: string): unknown;
  key?(name: string): string;
  /** Called for each value that is masked. */
  onMask?: () => void;
}

/**
 * Copies a JSON value and masks credentials by their names.
 * @throws RangeError when it nests too deep
 */
export function maskJson(value: unknown, changes: Changes): unknown {
  return masked(value, '', changes, 0);
}

function masked(value: unknown, name: string, changes: Changes, depth: number): unknown {
  if (isCredentialMember(name, value)) return hidden(changes);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value === '' ? value : changes.leaf(value, name);
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= deepest) throw new RangeError('JSON nests too deeply');
  if (Array.isArray(value)) return value.map(item => masked(item, name, changes, depth + 1));
  const fields = value as Record<string, unknown>;
  const counts = new Map<string, number>();
  const entries = Object.entries(fields).map(([key, item]): [string, unknown] => [
    unusedName(changes.key?.(key) ?? key, counts),
    isNamedValue(fields, key) ? hidden(changes) : masked(item, key, changes, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

/** Returns a name that no earlier field has, because two names can have the same mask and both values are kept. */
function unusedName(name: string, counts: Map<string, number>): string {
  const count = (counts.get(name) ?? 0) + 1;
  counts.set(name, count);
  return count === 1 ? name : unusedName(`${name} (${count})`, counts);
}

function hidden({ onMask }: Changes): string {
  onMask?.();
  return mask;
}

/** Whether a member is a credential. A boolean, a status and the numeric `code` of a cloud function are not. */
function isCredentialMember(name: string, value: unknown): boolean {
  const isEmpty = value === null || value === undefined || value === '' || typeof value === 'boolean';
  if (isEmpty || !isCredentialField(name)) return false;
  return typeof value === 'string' ? !isStatus(name, value) : !(name === 'code' && typeof value === 'number');
}

/** Whether `key` holds the value of a named credential, as in `{ "name": "password", "value": "…" }`. */
function isNamedValue(fields: Record<string, unknown>, key: string): boolean {
  if (!isValue(key) || typeof fields[key] !== 'string') return false;
  return Object.entries(fields).some(
    ([label, name]) => isLabel(label) && typeof name === 'string' && isCredentialField(name),
  );
}

/**
 * Masks fields with credentials in JSON, also in JSON inside its strings. A text without credentials keeps its
 * formatting.
 * @returns undefined for text that is not JSON or nests too deep
 */
export function maskJsonText(text: string): string | undefined {
  // Checked first, because the exception of JSON.parse for plain text would take most of the time.
  if (!/^\s*[[{]/.test(text)) return undefined;
  const value = parseExactly(text);
  if (value === undefined) return undefined;
  let isMasked = false;
  let shown: unknown;
  const leaf = (value: string | number | bigint) => {
    const inner = typeof value === 'string' ? (maskJsonText(value) ?? value) : value;
    isMasked ||= inner !== value;
    return inner;
  };
  try {
    shown = maskJson(value, { leaf, onMask: () => (isMasked = true) });
  } catch {
    return undefined;
  }
  // Keep the original formatting when nothing is masked.
  return isMasked ? jsonOf(shown, text.includes('\n') ? 2 : undefined) : text;
}
