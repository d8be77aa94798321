import type { RowState } from '../../../src/ui/nodes/nodeKind';

/** Returns the window state that rows depend on. By default nothing is selected, guarded or filtered. */
export function rowState(known: Partial<RowState> = {}): RowState {
  return {
    selection: () => undefined,
    isUnlocked: () => false,
    canUnlock: () => false,
    isFavourite: () => false,
    list: () => ({ filter: undefined, count: undefined, readAt: undefined, failed: false }),
    user: async () => undefined,
    isAuthorized: async () => true,
    errorWords: () => ({ sentence: 'It broke.', label: 'Broken' }),
    ...known,
  };
}
