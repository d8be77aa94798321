/**
 * Returns the name with the smallest edit distance to the typed one, ignoring case. The distance is at most a third of
 * the typed length, but at least 1.
 */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const typedName = typed.toLowerCase().slice(0, 100);
  let nearest: { name: string; distance: number } | undefined;
  for (const name of names) {
    const distance = editDistance(typedName, name.toLowerCase().slice(0, 100));
    if (distance <= Math.max(1, Math.floor(typedName.length / 3)) && distance < (nearest?.distance ?? Infinity)) {
      nearest = { name, distance };
    }
  }
  return nearest?.name;
}

/** The number of letters to add, remove, change, or swap with the next one. */
function editDistance(one: string, other: string): number {
  let [before, last]: number[][] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      const cost = (last?.[at - 1] ?? 0) + (isSame ? 0 : 1);
      const swapped = isSwapped ? (before?.[at - 2] ?? 0) + 1 : Infinity;
      current[at] = Math.min(cost, swapped, (last?.[at] ?? 0) + 1, (current[at - 1] ?? 0) + 1);
    }
    [before, last] = [last, current];
  }
  return last?.[other.length] ?? 0;
}
