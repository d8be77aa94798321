import { isLastingCredential } from '../api/credentialFields';
import { findShaped } from '../api/masking/shaped';
import { fieldSpans } from '../api/masking/text';
import type { JsonObject } from '../json/json';
import { findPersonal } from './masking/personalForms';
import { textOf } from './world';

/** Returns the names of the cloud functions whose code seems to contain a credential. */
export function functionsWithKeys(functions: readonly JsonObject[]): string[] {
  return functions
    .filter(each => containsCredential(textOf(each.get('function_code'))))
    .map(each => textOf(each.get('name')));
}

/**
 * True if code seems to contain a credential: a value that looks like one, a long hexadecimal value, or a literal under
 * the name of a credential. A value that the code computes, such as `event.data.password`, is none.
 */
export function containsCredential(code: string): boolean {
  for (const { start, end } of fieldSpans(code, isLastingCredential)) {
    const isLiteral = /["']/.test(code.charAt(start - 1)) || code.charAt(start) === '`';
    if (isLiteral && isLikelyKey(code.slice(start, end))) return true;
  }
  return [...findShaped(code)].length > 0 || findPersonal(code).some(({ form }) => form === 'hex');
}

/** False for texts that are common under such names: words, sentences, addresses, and texts with variables. */
function isLikelyKey(literal: string): boolean {
  return literal.length >= 6 && /\d/.test(literal) && !/[\s/]|\$\{/.test(literal);
}
