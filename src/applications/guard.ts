import type { Risk } from '../api/operations/catalogue';
import type { Application, Environment } from './application';
import { guardRules, type GuardRule } from './guardRule';

/** `typeName`: confirm by typing the name of what is changed. */
export type GuardDecision = 'allow' | 'confirm' | 'typeName' | 'refuse';

/** How long an unlocked environment stays so, in milliseconds. */
export const unlockTime = 10 * 60_000;

/**
 * The rule of an environment: its own, else for production the setting's. `undefined`: nothing is asked.
 * @param byDefault the setting `hydrogen.guard`
 */
export function guardRuleOf(
  { application, environment }: { application: Application; environment: Environment | undefined },
  byDefault: unknown,
): GuardRule | undefined {
  if (application.sandbox !== undefined) return undefined;
  if (environment !== undefined) return environment.guard;
  // A setting that cannot be read must not open production.
  return application.guard ?? guardRules.find(rule => rule === byDefault) ?? 'confirm';
}

/**
 * Whether a call may be sent.
 * @param unlockedUntil Unix milliseconds; absent when the environment was not unlocked
 * @param now Unix milliseconds
 */
export function decide(
  risk: Risk,
  rule: GuardRule | undefined,
  unlockedUntil: number | undefined,
  now: number,
): GuardDecision {
  if (risk === 'reads' || risk === 'opensSession' || rule === undefined) return 'allow';
  if (rule === 'readOnly') return 'refuse';
  // Nothing brings the records of a table back, so neither a click nor an unlocked environment is enough.
  if (risk === 'changesAll') return 'typeName';
  // What ends tokens reaches beyond the environment that was unlocked: to servers and other machines.
  if (isUnlocked(unlockedUntil, now)) return risk === 'endsTokens' ? 'confirm' : 'allow';
  return rule === 'confirm' ? 'confirm' : 'typeName';
}

/** A clock that was set back does not make the time longer. */
export function isUnlocked(unlockedUntil: number | undefined, now: number): boolean {
  return unlockedUntil !== undefined && unlockedUntil > now && unlockedUntil - now <= unlockTime;
}
