import type { Risk } from '../api/operations/catalogue';
import { type Application, type Environment, guardRules, type GuardRule } from './application';

/** The decision about a call. `typeName` means that the user confirms by typing the name of the target. */
export type GuardDecision = 'allow' | 'confirm' | 'typeName' | 'refuse';

/** Milliseconds for which an environment stays unlocked. */
export const unlockTime = 10 * 60_000;

/**
 * The rule of an environment: its own, or for production the one of the setting. `undefined`: no confirmation.
 * @param byDefault the setting `hydrogen.guard`
 */
export function guardRuleOf(
  { application, environment }: { application: Application; environment: Environment | undefined },
  byDefault: unknown,
): GuardRule | undefined {
  if (application.sandbox !== undefined) return undefined;
  if (environment !== undefined) return environment.guard;
  // An unreadable setting must not remove the protection of production.
  return application.guard ?? guardRules.find(rule => rule === byDefault) ?? 'confirm';
}

/**
 * Whether a call may be sent.
 * @param unlockedUntil Unix milliseconds; absent when the environment was not unlocked
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
  // A deleted table content cannot be restored, so neither a click nor an unlocked environment is enough.
  if (risk === 'changesAll') return 'typeName';
  // Ending tokens affects more than the unlocked environment: servers and other machines.
  if (isUnlocked(unlockedUntil, now)) return risk === 'endsTokens' ? 'confirm' : 'allow';
  return rule === 'confirm' ? 'confirm' : 'typeName';
}

/** True if the unlock time has not passed. Setting the clock back does not extend it. */
export function isUnlocked(unlockedUntil: number | undefined, now: number): boolean {
  return unlockedUntil !== undefined && unlockedUntil > now && unlockedUntil - now <= unlockTime;
}
