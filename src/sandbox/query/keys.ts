import { HttpError } from '../http/httpError';

/** Which fields a response shows, of a document and of those its pointers lead to. */
export interface Keys {
  own: Selection | undefined;
  /** By the name of the pointer. */
  expanded: Map<string, Selection>;
}

interface Selection {
  names: Set<string>;
  leftOut: boolean;
}

/**
 * Reads `keys=a,b` (only these) or `keys=-a,-b` (all but these), and `pointer.field` for expanded pointers.
 *
 * @param known whether a name is a field
 * @throws HttpError 400 for a field that does not exist, or both kinds at once
 */
export function readKeys(text: string | undefined, known: (name: string) => boolean): Keys {
  const keys: Keys = { own: undefined, expanded: new Map() };
  if (text === undefined || text === '') return keys;
  for (const part of text.split(',')) {
    const leftOut = part.startsWith('-');
    const name = leftOut ? part.slice(1) : part;
    const [field = '', nested] = name.split('.');
    if (!known(field)) throw new HttpError(400, `keys: there is no field ${name || 'with an empty name'}.`);
    const selection = (nested === undefined ? keys.own : keys.expanded.get(field)) ?? { names: new Set(), leftOut };
    if (selection.leftOut !== leftOut)
      throw new HttpError(400, 'keys: fields are either chosen or left out, not both.');
    selection.names.add(nested ?? field);
    if (nested === undefined) keys.own = selection;
    else keys.expanded.set(field, selection);
  }
  return keys;
}

/** The fields of `shown` that the selection lets through. */
export function selectFields(
  shown: Record<string, unknown>,
  selection: Selection | undefined,
): Record<string, unknown> {
  if (!selection) return shown;
  return Object.fromEntries(Object.entries(shown).filter(([name]) => selection.names.has(name) !== selection.leftOut));
}
