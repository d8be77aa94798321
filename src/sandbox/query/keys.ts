import { HttpError } from '../http/httpError';

/** The fields that a response shows, for a document and for the targets of its pointers. */
export interface Keys {
  /** Undefined: all fields. */
  document: KeySelection | undefined;
  /** The selections for expanded pointers, by the name of the pointer. */
  expanded: Map<string, KeySelection>;
}

interface KeySelection {
  names: Set<string>;
  isExcluded: boolean;
}

/**
 * Reads `keys=a,b` (only these) or `keys=-a,-b` (all but these), and `pointer.field` for expanded pointers. Like the
 * service, ignores `keys` if both forms are mixed.
 * @param isField whether a name is a field
 * @throws HttpError 400 for an unknown field
 */
export function readKeys(text: string | undefined, isField: (name: string) => boolean): Keys {
  const keys: Keys = { document: undefined, expanded: new Map() };
  if (text === undefined || text === '') return keys;
  const parts = text.split(',').map(part => {
    const isExcluded = part.startsWith('-');
    const [field = '', nested] = part.slice(isExcluded ? 1 : 0).split('.');
    if (!isField(field)) throw new HttpError(400, `keys: there is no field ${field || 'with an empty name'}.`);
    return { field, nested, isExcluded };
  });
  if (parts.some(({ isExcluded }) => isExcluded !== parts[0]?.isExcluded)) return keys;
  for (const { field, nested, isExcluded } of parts) {
    const existing = nested === undefined ? keys.document : keys.expanded.get(field);
    const selection = existing ?? { names: new Set(), isExcluded };
    selection.names.add(nested ?? field);
    if (nested === undefined) keys.document = selection;
    else keys.expanded.set(field, selection);
  }
  return keys;
}

/**
 * Returns the selected fields. A selected field that is absent becomes null.
 * @param alwaysIncluded a field that is included unless it is excluded by name
 */
export function selectFields(
  fields: Record<string, unknown>,
  selection: KeySelection | undefined,
  alwaysIncluded?: 'id',
): Record<string, unknown> {
  if (!selection) return fields;
  const { names, isExcluded } = selection;
  if (isExcluded) return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.has(name)));
  const chosen = new Set(alwaysIncluded === undefined ? names : [alwaysIncluded, ...names]);
  return Object.fromEntries([...chosen].map(name => [name, fields[name] ?? null]));
}
