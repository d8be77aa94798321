import type { RowState } from '../../../src/ui/nodes/nodeKind';

/** The state of the window for rows: nothing is selected, guarded or filtered. */
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
