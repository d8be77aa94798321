import type { SandboxState } from './state';
import { recordParts } from './state';
import { applyEntry, type StateEntry } from './dataFile';

/**
 * Returns a function that appends the changes of a state since its last call. If they cannot be written, it takes them
 * back and throws. The state is small and changed in many places, so it is compared instead of observed. It does not
 * contain the documents, which can be many. With `isInFile`, only notes that the data file contains the state.
 */
export function stateJournal(
  state: SandboxState,
  append: (entries: readonly StateEntry[]) => void,
): (isInFile?: boolean) => void {
  // The data file already contains the initial state.
  let written = valuesOf(state);
  return isInFile => {
    const current = valuesOf(state);
    const names = [...new Set([...current.keys(), ...written.keys()])];
    const changed = isInFile ? [] : names.filter(name => current.get(name) !== written.get(name));
    try {
      if (changed.length > 0) append(changed.map(name => entryOf(name, current.get(name))));
    } catch (error) {
      for (const name of changed) applyEntry(state, entryOf(name, written.get(name)));
      throw error;
    }
    written = current;
  };
}

/** Returns the JSON of each value that is journaled separately. */
function valuesOf(state: SandboxState): Map<string, string> {
  const values = new Map<string, string>();
  for (const name of ['clockOffset', 'secretResets'] as const) values.set(name, JSON.stringify(state[name]));
  for (const part of recordParts) {
    for (const [key, value] of Object.entries(state[part])) values.set(`${part} ${key}`, JSON.stringify(value));
  }
  return values;
}

function entryOf(name: string, text = 'null'): StateEntry {
  const value: unknown = JSON.parse(text);
  const end = name.indexOf(' ');
  return (end < 0 ? { [name]: value } : { part: name.slice(0, end), key: name.slice(end + 1), value }) as StateEntry;
}
