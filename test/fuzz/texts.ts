import fc from 'fast-check';

/** Generates text in which the pieces of a format are frequent. Sometimes a part is repeated very often. */
export function textOf(...pieces: string[]): fc.Arbitrary<string> {
  const common = [
    'a',
    '0',
    ' ',
    '\n',
    '\r\n',
    '\r',
    '\t',
    '\\',
    '"',
    "'",
    'é',
    '商',
    '💡',
    '\u202e',
    '\u2028',
    '\0',
    '\ud800',
    '%',
  ];
  const piece = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...pieces) },
    { weight: 2, arbitrary: fc.constantFrom(...common) },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
  );
  const mixed = fc.array(piece, { maxLength: 24 }).map(parts => parts.join(''));
  const long = fc
    .tuple(mixed, fc.array(piece, { minLength: 1, maxLength: 3 }), fc.integer({ min: 100, max: 3_000 }), mixed)
    .map(([start, repeated, times, end]) => start + repeated.join('').repeat(times) + end);
  return fc.oneof({ weight: 60, arbitrary: mixed }, { weight: 1, arbitrary: long });
}

/** Generates JSON with the names that a parser looks for, and damaged JSON. */
export function jsonOf(...names: string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: valueOf(...names).map(value => JSON.stringify(value)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(valueOf(...names), fc.nat(), textOf('{', '}', '[', ']', ':', ','))
        .map(([value, number, more]) => {
          const text = JSON.stringify(value);
          const at = number % (text.length + 1);
          return text.slice(0, at) + more + text.slice(at);
        }),
    },
    { weight: 1, arbitrary: textOf('{', '}', '[', ']', ':', ',', ...names.map(name => `"${name}":`)) },
  );
}

/** Generates JSON values in which objects often have these names. */
export function valueOf(...names: string[]): fc.Arbitrary<unknown> {
  const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...names) }, fc.string({ maxLength: 6 }));
  const leaf = fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 1e308, '', 'a', '__proto__', 'constructor'),
    fc.string({ unit: 'binary', maxLength: 8 }),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    name,
  );
  return fc.letrec<{ value: unknown; object: unknown }>(tie => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      leaf,
      tie('object'),
      fc.array(tie('value'), { maxLength: 4 }),
    ),
    object: fc.array(fc.tuple(name, tie('value')), { maxLength: 5 }).map(entries => Object.fromEntries(entries)),
  })).value;
}
