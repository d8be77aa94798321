import type { Risk } from '../api/operations/catalogue';
import { type Application, type Environment, guardRules, type GuardRule } from './application';

/** The decision about a call. `typeName` means that the user confirms by typing the name of the target. */
export type GuardDecision = 'allow' | 'confirm' | 'typeName' | 'refuse';

/** Milliseconds for which an environment stays unlocked. */
export const unlockTime = 10 * 60_000;

/**
 * Returns the rule of an environment. For production, the application's rule has priority over the setting. `undefined`
 * means no confirmation.
 * @param byDefault the setting `hydrogen.guard`
 */
export function guardRuleOf(
  { application, environment }: { application: Application; environment: Environment | undefined },
  byDefault: unknown,
): GuardRule | undefined {
  if (application.sandbox !== undefined) return undefined;
  if (environment !== undefined) return environment.guard;
  return application.guard ?? defaultGuardRule(byDefault);
}

/** Returns the rule of the setting `hydrogen.guard`. An unreadable setting must not remove the protection of production. */
export function defaultGuardRule(setting: unknown): GuardRule {
  return guardRules.find(rule => rule === setting) ?? 'confirm';
}

/**
 * Decides whether a call may be sent.
 * @param unlockedUntil Unix milliseconds; absent if the environment was not unlocked
 * @param now Unix milliseconds
 */
export function guardDecision(
  risk: Risk,
  rule: GuardRule | undefined,
  unlockedUntil: number | undefined,
  now: number,
): GuardDecision {
  if (risk === 'reads' || risk === 'opensSession' || rule === undefined) return 'allow';
  if (rule === 'readOnly') return 'refuse';
  // Records deleted or changed all at once cannot be restored: neither a click nor an unlocked environment is enough.
  if (risk === 'changesAll') return 'typeName';
  // Ending tokens affects more than the unlocked environment: servers and other machines use them, too.
  if (isUnlocked(unlockedUntil, now)) return risk === 'endsTokens' ? 'confirm' : 'allow';
  return rule === 'confirm' ? 'confirm' : 'typeName';
}

/** True if the unlock time has not passed. Setting the clock back does not extend it. */
export function isUnlocked(unlockedUntil: number | undefined, now: number): boolean {
  return unlockedUntil !== undefined && unlockedUntil > now && unlockedUntil - now <= unlockTime;
}
