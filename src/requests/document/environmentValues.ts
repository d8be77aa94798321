import { parseEnv } from 'node:util';
import { byteOrderMark } from './byteOrderMark';

/**
 * Looks up a name in `.env` files, the nearest first.
 * @param read returns `undefined` for a missing file
 */
export async function dotenvValue(
  name: string,
  files: Iterable<string>,
  read: (file: string) => Promise<Uint8Array | undefined>,
): Promise<{ value: string | undefined; hasFile: boolean }> {
  let hasFile = false;
  for (const file of files) {
    const bytes = await read(file);
    if (bytes === undefined) continue;
    hasFile = true;
    // Windows PowerShell writes UTF-16.
    const value = ownValue(parseEnv(new TextDecoder(byteOrderMark(bytes)).decode(bytes)), name);
    if (value !== undefined) return { value, hasFile };
  }
  return { value: undefined, hasFile };
}

/** Returns the value of a variable. Inherited names such as `constructor` are not variables. */
export function ownValue(values: NodeJS.Dict<string>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}

/**
 * Returns the values of `{{name}}` in an environment. They override the values for all environments (`*`).
 * @param environment absent for production
 */
export function environmentValues<T>(
  variables: Readonly<Record<string, Readonly<Record<string, T>> | undefined>>,
  environment: { name: string } | undefined,
): Record<string, T> {
  return { ...variables['*'], ...variables[environment?.name ?? 'Production'] };
}

/**
 * Returns a value of the setting `hydrogen.variables` as text; `undefined` if it cannot be used. VS Code rounds an
 * integer beyond 2^53, so that a request would have another ID than the one that is written.
 */
export function settingText(value: unknown): string | undefined {
  if (typeof value === 'number')
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? String(value) : undefined;
}
