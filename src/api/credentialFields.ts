// Anywhere in a name: `client_secret`, `accessToken`, `new_password`. The type of a token is not a credential.
const anywhere =
  'secret|token(?!_?type)|passw(?:or)?d|pwd|session[_-]?(?:key|id)|(?:api|private|access)[_-]?key|jwt|密码|口令';
// As the last word of a name: `user_pass`, `smsOtp`. Within a word they have another meaning: `compass`, `author`.
const lastWord = 'pass|pin|credentials?|auth|sid';
const lastWordOnce = 'otp|signature|ticket';
// As the whole name; these are signatures of uploads and payments.
const exactly = 'policy|pay_?sign|sign';

// Words before `code` that make it public, as in `postcode`, `zip_code`, `errorCode`.
const publicCode = 'area|bar|city|country|currency|err(?:or)?|language|post(?:al)?|result|status|zip';

/**
 * Source of a case-insensitive pattern that finds the names of credentials in any text (specification, "Resources and
 * fields"). It may match within a word, so that a prefix does not hide a name.
 */
export const credentialFieldPattern =
  String.raw`(?:(?:${anywhere})[\w-]{0,40}|(?<!(?:${publicCode})[_-]?)code|authorization|cookie` +
  String.raw`|(?<![a-z])(?:${exactly}|${lastWord}|${lastWordOnce})(?![a-z]))`;

const fieldName = new RegExp(
  `${anywhere}|(?<![a-z])(?:${lastWord}|${lastWordOnce})$|^(?:(?:proxy|set)-)?(?:code|authorization|cookie|${exactly})$`,
  'i',
);

/** Whether a field, parameter or header of this name carries a credential of the service. */
export function isCredentialField(name: string): boolean {
  return matches(fieldName, name);
}

const lastingName = new RegExp(`${anywhere}|(?<![a-z])(?:${lastWord})$`, 'i');

/** Whether a field of this name holds a reusable credential, such as a password. Codes and signatures are used once. */
export function isLastingCredential(name: string): boolean {
  return matches(lastingName, name);
}

/**
 * Whether an object under this name is a credential. A `ticket`, `policy` or `code` with members is something else; its
 * members have their own names.
 */
export function isCredentialObject(name: string): boolean {
  return isLastingCredential(name) || (isCredentialField(name) && /otp$|authorization$|cookie$/i.test(name));
}

const digitName = /(?:pass|passwd|password|pwd|pin|otp|密码|口令)$/i;

/** Whether a number in a field of this name is a credential. A `token_count` or the `code` of a function is not. */
export function isDigitCredential(name: string): boolean {
  return digitName.test(lastName(name)) && isCredentialField(name);
}

const statusWord = /^(?:success|succeeded|fail(?:ed|ure)?|error|invalid|denied|expired|timeout|unknown|pending)$/i;
// `NOT_FOUND` or `invalid_grant`.
const statusWords = /^(?:[A-Z]{2,20}(?:_[A-Z]{2,20})+|[a-z]{2,20}(?:_[a-z]{2,20})+)$/;

/**
 * Whether a text in a field is a status, such as `{ "code": "0" }` or `{ "code": "NOT_FOUND" }`. The codes of users have
 * at least four characters, and are not such words.
 */
export function isStatus(name: string, value: string): boolean {
  return /^code$/i.test(name) && (value.length < 4 || statusWord.test(value) || statusWords.test(value));
}

/**
 * Whether this field of an upload's response is meant for the storage host: a document must be able to send it there.
 */
export function isUploadField(name: string): boolean {
  return /^(?:authorization|policy)$/i.test(name);
}

function matches(pattern: RegExp, name: string): boolean {
  return pattern.test(words(name)) || (name.endsWith(']') && pattern.test(words(lastName(name))));
}

/** Returns the last name of a form field: `pin` for `user[pin]`, `pin[]` and `pin[0]`. */
function lastName(name: string): string {
  let rest = name;
  // A regular expression would take too long for a hostile name.
  for (let at = rest.lastIndexOf('['); rest.endsWith(']') && at >= 0; at = rest.lastIndexOf('[')) {
    const inner = rest.slice(at + 1, -1);
    if (/\D/.test(inner)) return inner;
    rest = rest.slice(0, at);
  }
  return rest;
}

/** Splits `smsOtp` as `sms_Otp`, so that each word begins after a non-letter. */
function words(name: string): string {
  return name.replace(/(?<=[a-z\d])(?=[A-Z])/g, '_');
}
