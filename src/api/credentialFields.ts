// Wherever they stand in a name: `client_secret`, `accessToken`, `new_password`. A token's type is no credential.
const anywhere = 'secret|token(?!_?type)|passw(?:or)?d|pwd|session_?key|(?:api|private)[_-]?key|jwt';
// As the whole name; `policy`, `sign` and `pay_sign` are what an upload and a payment are signed with.
const exactly = 'code|authorization|cookie|policy|pay_?sign|sign';

/**
 * Source of a case-insensitive pattern for names in text of any kind that are followed by a credential (specification,
 * "Resources and fields"). It may begin within a word, so that no prefix hides a name.
 */
export const credentialFieldPattern = String.raw`(?:(?:${anywhere})[\w-]{0,40}|code|authorization|cookie|(?<![a-z])(?:${exactly}))`;

const fieldName = new RegExp(`${anywhere}|^(?:(?:proxy|set)-)?(?:${exactly})$`, 'i');

/** Whether a field, parameter or header of this name carries a credential of the service. */
export function isCredentialField(name: string): boolean {
  return fieldName.test(name);
}

const lastingName = new RegExp(anywhere, 'i');

/** Whether a field of this name holds what is used again, as a password is: a code or a signature is used once. */
export function isLastingCredential(name: string): boolean {
  return lastingName.test(name);
}

/** What an upload's response hands over for the storage host: a document has to be able to send it there. */
export function isUploadField(name: string): boolean {
  return /^(?:authorization|policy)$/i.test(name);
}
