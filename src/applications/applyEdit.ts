import { isDeepStrictEqual } from 'node:util';
import type { Application } from './application';

/**
 * Applies an edit to an application as it is now: the settings may have changed while the user was asked. A field,
 * environment or content group that the edit leaves as it was keeps its current value.
 * @param before the application when the edit began
 * @param after the edited application
 * @param now the application in the settings
 */
export function applyEdit(before: Application, after: Application, now: Application): Application {
  return {
    ...changedFields(before, after, now),
    environments: editedItems(before.environments, after.environments, now.environments, ({ envId }) => envId),
    contentGroups: editedItems(before.contentGroups, after.contentGroups, now.contentGroups, ({ id }) => id),
  };
}

function editedItems<T extends object>(
  before: readonly T[],
  after: readonly T[],
  now: readonly T[],
  idOf: (item: T) => string,
): T[] {
  const find = (items: readonly T[], id: string) => items.find(item => idOf(item) === id);
  const merged = after.flatMap((item, index) => {
    const former = before[index];
    // An item with a new ID replaces the one at its place.
    const replaced = former !== undefined && find(after, idOf(former)) === undefined ? former : undefined;
    const old = find(before, idOf(item)) ?? replaced;
    const current = old && find(now, idOf(old));
    if (old !== undefined && current !== undefined) return [changedFields(old, item, current)];
    // Removed meanwhile, and not edited here.
    return old !== undefined && isDeepStrictEqual(old, item) ? [] : [item];
  });
  const added = now.filter(item => !find(before, idOf(item)) && !find(after, idOf(item)));
  return [...merged, ...added];
}

function changedFields<T extends object>(before: T, after: T, now: T): T {
  const merged = { ...now };
  for (const name of Object.keys({ ...before, ...after }) as (keyof T)[]) {
    if (isDeepStrictEqual(before[name], after[name])) continue;
    if (after[name] === undefined) delete merged[name];
    else merged[name] = after[name];
  }
  return merged;
}
