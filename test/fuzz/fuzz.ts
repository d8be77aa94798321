import fc from 'fast-check';
import type { Parser } from './parser';

interface Outcome {
  cases: number;
  milliseconds: number;
  /** Milliseconds of the slowest case. */
  longest: number;
  /** The failure with its smallest case, for regressions.json. */
  failure: string | undefined;
}

/**
 * Runs a parser on this number of inputs. Reduces a failing input to its smallest form before it reports the failure.
 */
export async function fuzz({ name, input, check }: Parser, cases: number, seed: number): Promise<Outcome> {
  let longest = 0;
  const start = performance.now();
  const property = fc.asyncProperty(input, async value => {
    const begun = performance.now();
    try {
      await check(value as never);
    } finally {
      longest = Math.max(longest, performance.now() - begun);
    }
  });
  const details = await fc.check(property, { numRuns: cases, seed });
  const milliseconds = performance.now() - start;
  if (!details.failed) return { cases: details.numRuns, milliseconds, longest, failure: undefined };
  const kept = JSON.stringify([name, details.counterexample?.[0]]);
  const reason = details.errorInstance instanceof Error ? details.errorInstance.stack : String(details.errorInstance);
  return { cases: details.numRuns, milliseconds, longest, failure: `${kept}\nseed ${seed}\n${reason ?? ''}` };
}
