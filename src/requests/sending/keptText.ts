import { redact, type SecretSource } from '../../api/masking/text';
import { maskFields } from '../../api/masking/fields';

/** Characters of a request or response that the history keeps. */
export const longestText = 20_000;

/** The start of a body, fit to be written down. */
export interface KeptText {
  text: string;
  /** It is not all of the body. */
  isShortened: boolean;
}

/** Redacts before it cuts: part of a token would be left otherwise. */
export function keptText(body: string, known: SecretSource): KeptText {
  const redacted = redact(maskFields(body), known);
  return { text: redacted.slice(0, longestText), isShortened: redacted.length > longestText };
}
