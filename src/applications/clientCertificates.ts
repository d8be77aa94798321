import * as v from 'valibot';

/** The files of one client certificate in the settings: a certificate with its key, or one PKCS #12 file. */
export interface ClientCertificateEntry {
  /** The origin that receives the certificate. */
  origin: string;
  cert?: string | undefined;
  key?: string | undefined;
  pfx?: string | undefined;
}

const isSecureAddress = (text: string): boolean => URL.canParse(text) && new URL(text).protocol === 'https:';
const file = v.optional(v.pipe(v.string(), v.minLength(1)));

export const clientCertificateShape = v.pipe(
  v.strictObject({
    origin: v.pipe(
      v.string(),
      v.check(isSecureAddress),
      v.transform(text => new URL(text).origin),
    ),
    cert: file,
    key: file,
    pfx: file,
  }),
  v.check(({ cert, key, pfx }) => (pfx === undefined) === (cert !== undefined && key !== undefined)),
);

/** Returns the valid entries of the setting. `otherSettingProblems` reports the invalid ones. */
export function clientCertificateEntries(value: unknown): ClientCertificateEntry[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap(entry => {
    const parsed = v.safeParse(clientCertificateShape, entry);
    return parsed.success ? [parsed.output] : [];
  });
}
