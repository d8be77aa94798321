import type { KeyedStore } from './listedStore';

interface MemoryStore extends KeyedStore {
  clear(): void;
}

/** Creates a store for “session only”. It ends with the window, and other windows cannot see it. */
export function memoryStore(): MemoryStore {
  const values = new Map<string, string>();
  const listeners = new Set<(key: string) => void>();
  const changed = (key: string) => [...listeners].forEach(listener => listener(key));
  return {
    isPrivate: true,
    read: async key => values.get(key),
    async write(key, value) {
      values.set(key, value);
      changed(key);
    },
    async delete(key) {
      if (values.delete(key)) changed(key);
    },
    keys: async () => ({ keys: [...values.keys()], isComplete: true }),
    clear() {
      const keys = [...values.keys()];
      values.clear();
      keys.forEach(changed);
    },
    onDidChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
