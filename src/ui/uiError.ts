/** A failure that is already told in the person's language. */
export class UiError extends Error {
  override readonly name = 'UiError';
}
