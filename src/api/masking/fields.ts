import { isCredentialField } from '../credentialFields';
import { mask } from '../secret';
import { maskJsonText } from './json';

/**
 * Masks fields with credentials in JSON or in a form; returns any other text unchanged. Credentials at other places
 * stay in the text.
 */
export function maskFields(text: string): string {
  return maskJsonText(text) ?? (/^\s*[\w.%[\]+-]+=/.test(text) ? maskPairs(text) : text);
}

/** Masks `a=b&c=d`, with the names decoded as the service reads them. */
export function maskPairs(text: string): string {
  return text
    .split('&')
    .map(pair => {
      const at = pair.indexOf('=');
      const isCredential = at >= 0 && isCredentialField(decodedName(pair.slice(0, at)));
      return isCredential ? `${pair.slice(0, at)}=${mask}` : pair;
    })
    .join('&');
}

function decodedName(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' ')).trim();
  } catch {
    return text;
  }
}
