import { credentialFieldPattern, isCredentialField } from '../../api/credentialFields';
import { mask, redactKnown, Secret } from '../../api/secret';

// A member of JSON whose value is a text: the numeric `code` of a cloud function is no credential.
const textMember = new RegExp(String.raw`("([\w$-]{0,40}${credentialFieldPattern})"\s*:\s*")((?:[^"\\]|\\.)*)"`, 'gi');

/** A response fit to be shown: its tokens and the request's own secrets are masks, everything else is as it came. */
export function maskResponse(text: string, known: readonly Secret[]): string {
  const found = new Set<string>();
  const masked = text.replace(textMember, (whole, start: string, name: string, value: string) => {
    if (value === '' || !isCredentialField(name)) return whole;
    if (value.length >= 8) found.add(value);
    return `${start}${mask}"`;
  });
  // The service repeats its tokens under other names.
  return redactKnown(masked, [...known, ...[...found].slice(0, 20).map(value => new Secret(value))]);
}

/** A header's value as it may be shown. */
export function maskHeader(name: string, value: string, known: readonly Secret[]): string {
  return isCredentialField(name) ? mask : redactKnown(value, known);
}
