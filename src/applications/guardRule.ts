/** The protection of an environment against calls that do more than read. */
export const guardRules = ['confirm', 'type the name', 'readOnly'] as const;

export type GuardRule = (typeof guardRules)[number];
