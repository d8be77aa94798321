/** What stands between a person and a call that does more than read. */
export const guardRules = ['confirm', 'type the name', 'readOnly'] as const;

export type GuardRule = (typeof guardRules)[number];
