import type { SandboxState } from './state';
import { recordParts } from './state';
import type { StoredEntry } from './dataFile';

/**
 * Returns a function that appends the changes of a state since its last call. The state is small and changed in many
 * places, so it is compared instead of observed. It does not contain the documents, which can be many.
 */
export function stateJournal(state: SandboxState, append: (entry: StoredEntry) => void): () => void {
  const written = new Map<string, string>();
  const compare = (emit: (entry: StoredEntry) => void): void => {
    const changed = (key: string, value: unknown): boolean => {
      const text = JSON.stringify(value);
      if (written.get(key) === text) return false;
      written.set(key, text);
      return true;
    };
    if (changed('clockOffset', state.clockOffset)) emit({ clockOffset: state.clockOffset });
    if (changed('secretResets', state.secretResets)) emit({ secretResets: state.secretResets });
    for (const part of recordParts) {
      const prefix = `${part} `;
      const present = state[part] as Record<string, unknown>;
      for (const [key, value] of Object.entries(present)) if (changed(prefix + key, value)) emit({ part, key, value });
      for (const known of [...written.keys()].filter(name => name.startsWith(prefix))) {
        const key = known.slice(prefix.length);
        if (key in present) continue;
        written.delete(known);
        emit({ part, key, value: null });
      }
    }
  };
  compare(() => undefined);
  return () => compare(append);
}
