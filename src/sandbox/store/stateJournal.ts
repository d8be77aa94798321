import type { SandboxState } from './state';
import { recordParts } from './state';
import { applyEntry, type StateEntry } from './dataFile';

/**
 * Journals the changes of a state. The state is small and changed in many places, so it is compared instead of observed.
 * It does not contain the documents, which can be many.
 */
export class StateJournal {
  readonly #state: SandboxState;
  readonly #append: (entries: readonly StateEntry[]) => void;
  #written: ReadonlyMap<string, string>;

  /** @param state the state that the data file contains; its later changes are journaled */
  constructor(state: SandboxState, append: (entries: readonly StateEntry[]) => void) {
    this.#state = state;
    this.#append = append;
    this.#written = valuesOf(state);
  }

  /** Appends all changes since the last call. If they cannot be written, takes them back and throws. */
  commit(): void {
    const current = valuesOf(this.#state);
    const written = this.#written;
    const names = [...new Set([...current.keys(), ...written.keys()])];
    const changed = names.filter(name => current.get(name) !== written.get(name));
    if (changed.length === 0) return;
    try {
      this.#append(changed.map(name => entryOf(name, current.get(name))));
    } catch (error) {
      for (const name of changed) applyEntry(this.#state, entryOf(name, written.get(name)));
      throw error;
    }
    this.#written = current;
  }

  /** Notes that the data file was replaced and contains all changes. */
  markWritten(): void {
    this.#written = valuesOf(this.#state);
  }
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
