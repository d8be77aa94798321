import { redact, type SecretSource } from '../../api/masking/text';
import { maskFields } from '../../api/masking/fields';

/** Maximum number of characters of a request or response in the history. */
export const longestText = 20_000;

/** Characters of a credential in any encoding, with its name. */
const longestCredential = 100_000;

/** The start of a body, without credentials. */
export interface KeptText {
  text: string;
  /** Whether the body is longer. */
  isShortened: boolean;
}

/** Redacts before it shortens the text: otherwise a part of a token could remain. */
export function keptText(body: string, known: SecretSource): KeptText {
  const fields = maskFields(body);
  for (let length = longestText * 10; ; length *= 4) {
    const redacted = redact(fields.slice(0, length), known);
    // Only what is far behind the end of the kept text may be a part of a credential that was cut in two.
    const isEnough = length >= fields.length || redacted.length > longestText + longestCredential;
    if (isEnough) return { text: redacted.slice(0, longestText), isShortened: redacted.length > longestText };
  }
}
