import { redact, type SecretSource } from '../../api/masking/text';
import { maskFields } from '../../api/masking/fields';

/** Maximum number of characters of a request or response in the history. */
export const longestText = 20_000;

/** The start of a body, without credentials. */
export interface KeptText {
  text: string;
  /** Whether the body is longer. */
  isShortened: boolean;
}

/** Redacts before it shortens the text: otherwise a part of a token could remain. */
export function keptText(body: string, known: SecretSource): KeptText {
  const redacted = redact(maskFields(body), known);
  return { text: redacted.slice(0, longestText), isShortened: redacted.length > longestText };
}
