import { redactKnown, Secret } from '../../api/secret';

const mask = '•••';

// The credentials of the service's answers (specification, "Resources and fields"), as members of JSON. A `code` is one
// only as a text: the one of a cloud function is a number.
const credentialMember =
  /("(?:token|session_key|access_token|refresh_token|client_secret|password|new_password|code)"\s*:\s*")((?:[^"\\]|\\.)*)"/gi;

/** An answer fit to be shown: its tokens and the request's own secrets are masks, everything else is as it came. */
export function maskResponse(text: string, known: readonly Secret[]): string {
  const found = new Set<string>();
  const masked = text.replace(credentialMember, (whole, start: string, value: string) => {
    if (value === '') return whole;
    if (value.length >= 8) found.add(value);
    return `${start}${mask}"`;
  });
  // The service repeats its tokens under other names.
  return redactKnown(masked, [...known, ...[...found].slice(0, 20).map(value => new Secret(value))]);
}

/** Headers that are credentials whatever they hold. */
export function maskHeader(name: string, value: string, known: readonly Secret[]): string {
  return /^(set-cookie|cookie|authorization|proxy-authorization)$/i.test(name) ? mask : redactKnown(value, known);
}
