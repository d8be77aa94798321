import * as v from 'valibot';
import { clientCertificateShape } from './clientCertificates';
import { guardRules } from './application';
import { reasonOf, type FieldReason } from './applicationList';

const scalar = v.union([v.string(), v.number(), v.boolean()]);

/** The valid values of the other settings, and the value that replaces an invalid one. */
const settings = {
  'hydrogen.guard': { shape: v.picklist(guardRules), instead: 'confirm' },
  'hydrogen.http.client': { shape: v.picklist(['undici', 'vscode']), instead: 'undici' },
  'hydrogen.http.clientCertificates': { shape: v.array(clientCertificateShape), instead: undefined },
  'hydrogen.token.warnBefore': { shape: v.pipe(v.number(), v.finite(), v.minValue(0)), instead: '24' },
  'hydrogen.variables': { shape: v.record(v.string(), v.record(v.string(), scalar)), instead: undefined },
} as const;

export interface SettingProblem {
  name: keyof typeof settings;
  /** Path of the field, e.g. `Staging.limit`; empty for the value itself. */
  field: string;
  reason: FieldReason;
  /** The value in effect; `undefined` where a part is left out. */
  instead: string | undefined;
}

/**
 * The invalid settings besides `hydrogen.applications`.
 * @param read returns `undefined` for an unset one
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
