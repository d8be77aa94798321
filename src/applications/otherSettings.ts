import * as v from 'valibot';
import { clientCertificateShape } from './clientCertificates';
import { guardRules } from './application';
import { reasonOf, type FieldReason } from './applicationList';

/** Rejects a list, whose items `v.record` would accept as fields. */
const noList = v.pipe(
  v.unknown(),
  v.transform(value => (Array.isArray(value) ? null : value)),
);
// VS Code has rounded a larger integer.
const exact = v.pipe(
  v.number(),
  v.check(value => !Number.isInteger(value) || Number.isSafeInteger(value)),
);
const scalar = v.union([v.string(), exact, v.boolean()]);
const variables = v.pipe(noList, v.record(v.string(), v.pipe(noList, v.record(v.string(), scalar))));

/** The valid values of the other settings, and the value that replaces an invalid one. */
const settings = {
  'hydrogen.guard': { shape: v.picklist(guardRules), instead: 'confirm' },
  'hydrogen.http.client': { shape: v.picklist(['undici', 'vscode']), instead: 'undici' },
  'hydrogen.http.clientCertificates': { shape: v.array(clientCertificateShape), instead: undefined },
  'hydrogen.token.warnBefore': { shape: v.pipe(v.number(), v.finite(), v.minValue(0)), instead: '24' },
  'hydrogen.variables': { shape: variables, instead: undefined },
} as const;

export interface SettingProblem {
  name: keyof typeof settings;
  /** Path of the field, e.g. `Staging.limit`; empty for the value itself. */
  field: string;
  reason: FieldReason;
  /** The value that is used instead; `undefined` if only the invalid part is ignored. */
  instead: string | undefined;
}

/**
 * Returns the first problem of each invalid setting, except for `hydrogen.applications`.
 * @param read returns the value of a setting, or `undefined` if it is not set
 */
export function otherSettingProblems(read: (name: keyof typeof settings) => unknown): SettingProblem[] {
  return (Object.keys(settings) as (keyof typeof settings)[]).flatMap(name => {
    const value = read(name);
    if (value === undefined) return [];
    const { shape, instead } = settings[name];
    const parsed = v.safeParse(shape, value);
    if (parsed.success) return [];
    const [issue] = parsed.issues;
    return [{ name, field: v.getDotPath(issue) ?? '', reason: reasonOf(issue), instead }];
  });
}
