import { HttpError } from '../http/httpError';

/** The fields that a response shows, for a document and for the targets of its pointers. */
export interface Keys {
  own: KeySelection | undefined;
  /** Fields of expanded pointers, by the name of the pointer. */
  expanded: Map<string, KeySelection>;
}

interface KeySelection {
  names: Set<string>;
  leftOut: boolean;
}

/**
 * Reads `keys=a,b` (only these) or `keys=-a,-b` (all but these), and `pointer.field` for expanded pointers. Like the
 * service, ignores `keys` if both forms are mixed.
 * @param known whether a name is a field
 * @throws HttpError 400 for an unknown field
 */
export function readKeys(text: string | undefined, known: (name: string) => boolean): Keys {
  const keys: Keys = { own: undefined, expanded: new Map() };
  if (text === undefined || text === '') return keys;
  const parts = text.split(',').map(part => {
    const leftOut = part.startsWith('-');
    const [field = '', nested] = part.slice(leftOut ? 1 : 0).split('.');
    if (!known(field)) throw new HttpError(400, `keys: there is no field ${field || 'with an empty name'}.`);
    return { field, nested, leftOut };
  });
  if (parts.some(({ leftOut }) => leftOut !== parts[0]?.leftOut)) return keys;
  for (const { field, nested, leftOut } of parts) {
    const known = nested === undefined ? keys.own : keys.expanded.get(field);
    const selection = known ?? { names: new Set(), leftOut };
    selection.names.add(nested ?? field);
    if (nested === undefined) keys.own = selection;
    else keys.expanded.set(field, selection);
  }
  return keys;
}

/**
 * Returns the selected fields of `shown`. An included field that is absent becomes null.
 * @param always a field that is included unless it is excluded by name
 */
export function selectFields(
  shown: Record<string, unknown>,
  selection: KeySelection | undefined,
  always?: 'id',
): Record<string, unknown> {
  if (!selection) return shown;
  const { names, leftOut } = selection;
  if (leftOut) return Object.fromEntries(Object.entries(shown).filter(([name]) => !names.has(name)));
  const chosen = new Set(always === undefined ? names : [always, ...names]);
  return Object.fromEntries([...chosen].map(name => [name, shown[name] ?? null]));
}
