/**
 * Runs `work` for all items, in order, for at most `limit` of them at a time.
 * @throws the first failure; the work for the other items continues
 */
export async function sideBySide<T>(
  items: readonly T[],
  limit: number,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const entries = items.entries();
  const runner = async () => {
    // All runners take their items from one iterator.
    for (const [index, item] of entries) await work(item, index);
  };
  await Promise.all(Array.from({ length: Math.max(1, limit) }, runner));
}
