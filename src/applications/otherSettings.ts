import * as v from 'valibot';
import { clientCertificateShape } from './clientCertificates';
import { guardRules } from './guardRule';

const scalar = v.union([v.string(), v.number(), v.boolean()]);

/** The other settings, as they may be, and what holds in place of a value that cannot be used. */
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
  /** The value that holds; `undefined` where a part is left out. */
  instead: string | undefined;
}

/** The settings beside `hydrogen.applications` that cannot be used as they are written. @param read `undefined`: not set */
export function otherSettingProblems(read: (name: keyof typeof settings) => unknown): SettingProblem[] {
  return (Object.keys(settings) as (keyof typeof settings)[]).flatMap(name => {
    const value = read(name);
    if (value === undefined) return [];
    const { shape, instead } = settings[name];
    const parsed = v.safeParse(shape, value);
    return parsed.success ? [] : [{ name, field: v.getDotPath(parsed.issues[0]) ?? '', instead }];
  });
}
