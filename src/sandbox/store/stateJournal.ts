import type { SandboxState } from './state';
import { recordParts } from './state';
import type { StoredEntry } from './dataFile';

/**
 * Returns a function that appends the changes of a state since its last call. The state is small and changed in many
 * places, so it is compared instead of observed. It does not contain the documents, which can be many.
 */
export function stateJournal(state: SandboxState, append: (entry: StoredEntry) => void): () => void {
  const writtenValues = new Map<string, string>();
  const emitChanges = (emit: (entry: StoredEntry) => void): void => {
    // An entry counts as written only after `emit`, which throws if the disk is full.
    const emitIfChanged = (key: string, value: unknown, entry: StoredEntry): void => {
      const text = JSON.stringify(value);
      if (writtenValues.get(key) === text) return;
      emit(entry);
      writtenValues.set(key, text);
    };
    emitIfChanged('clockOffset', state.clockOffset, { clockOffset: state.clockOffset });
    emitIfChanged('secretResets', state.secretResets, { secretResets: state.secretResets });
    for (const part of recordParts) {
      const prefix = `${part} `;
      const current = state[part] as Record<string, unknown>;
      for (const [key, value] of Object.entries(current)) emitIfChanged(prefix + key, value, { part, key, value });
      for (const writtenKey of [...writtenValues.keys()].filter(name => name.startsWith(prefix))) {
        const key = writtenKey.slice(prefix.length);
        if (key in current) continue;
        emit({ part, key, value: null });
        writtenValues.delete(writtenKey);
      }
    }
  };
  // The data file already contains the initial state.
  emitChanges(() => undefined);
  return () => emitChanges(append);
}
