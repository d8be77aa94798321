import { longestCredential, redact, type SecretSource } from '../../api/masking/text';
import { maskFields } from '../../api/masking/fields';

/** Maximum number of characters of a request or response in the history. */
export const longestText = 20_000;

/** The start of a body, without credentials. */
export interface KeptText {
  text: string;
  /** Whether the body is longer. */
  isShortened: boolean;
}

/**
 * Returns the start of a body without credentials. Redacts the text before it is shortened: otherwise a part of a token
 * could remain.
 */
export function keptText(body: string, secrets: SecretSource): KeptText {
  const fields = maskFields(body);
  for (let length = longestText * 10; ; length *= 4) {
    const redacted = redact(fields.slice(0, length), secrets);
    // The slice may cut a credential in two. This is harmless if it happens far enough behind the end of the kept text.
    const isEnough = length >= fields.length || redacted.length > longestText + longestCredential;
    if (isEnough) return { text: redacted.slice(0, longestText), isShortened: redacted.length > longestText };
  }
}
