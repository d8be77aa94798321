import { isCredentialField } from '../credentialFields';
import { mask } from '../secret';

/** Levels that are walked: many more would overflow the stack, here or where the result is written. */
const deepest = 200;

/** What replaces the parts of a JSON value. */
interface Changes {
  /** A text, number or big number. @param name under which it is; items of a list have that of the list */
  leaf(value: string | number | bigint, name: string): unknown;
  key?(name: string): string;
  /** Called for each value that becomes a mask. */
  onMask?: () => void;
}

/** A copy of a JSON value, its credentials masked by their names. @throws RangeError when it nests too deeply */
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
  const entries = Object.entries(fields).map(([key, item]): [string, unknown] => [
    changes.key?.(key) ?? key,
    isNamedValue(fields, key) ? hidden(changes) : masked(item, key, changes, depth + 1),
  ]);
  return Object.fromEntries(entries);
}

function hidden({ onMask }: Changes): string {
  onMask?.();
  return mask;
}

/** The numeric `code` of a cloud function is no credential, nor is whether there is one. */
export function isCredentialMember(name: string, value: unknown): boolean {
  const isEmpty = value === null || value === undefined || value === '' || typeof value === 'boolean';
  return !isEmpty && isCredentialField(name) && !(name === 'code' && typeof value === 'number');
}

/** `{ "name": "password", "value": "…" }` */
function isNamedValue(fields: Record<string, unknown>, key: string): boolean {
  if (!/^value$/i.test(key) || typeof fields[key] !== 'string') return false;
  return Object.entries(fields).some(
    ([label, name]) => /^(?:name|key|field|id)$/i.test(label) && typeof name === 'string' && isCredentialField(name),
  );
}

/**
 * Fields with credentials in JSON are masks. A text without any stays as it was written.
 * @returns undefined for what is no JSON, or nests too deeply
 */
export function maskJsonText(text: string): string | undefined {
  // What is thrown for a word takes longer than all that is done with it.
  if (!/^\s*[[{]/.test(text)) return undefined;
  let isMasked = false;
  let shown: unknown;
  try {
    shown = maskJson(JSON.parse(text), { leaf: leaf => leaf, onMask: () => (isMasked = true) });
  } catch {
    return undefined;
  }
  // As it was written, where nothing is masked.
  return isMasked ? JSON.stringify(shown, undefined, text.includes('\n') ? 2 : undefined) : text;
}
