export type Random = (limit: number) => number;

/** Creates a generator of integers below `limit`. The same seed gives the same numbers. */
export function seeded(seed: number): Random {
  let state = (seed + 1) * 2_654_435_761;
  return limit => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_507) + 0x9e3779b9;
    return ((state ^ (state >>> 13)) >>> 0) % limit;
  };
}
