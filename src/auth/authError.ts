/** Error codes of credentials that callers branch on. The messages for users are in src/ui/messages/messages.ts. */
export type AuthErrorCode =
  | 'noClientSecret' // no ClientSecret is stored for this application: the user has to enter it
  | 'notAuthorized' // no token set yet, and this call does not obtain one
  | 'credentialsRefused' // the service refused ClientID and ClientSecret; `cause` is its response
  | 'forgotten' // all secrets were forgotten meanwhile, in this or another window, so nothing was stored
  | 'storeFailed' // SecretStorage did not store a value
  | 'lockTimeout' // another window or process holds the lock for too long
  | 'lockUnavailable' // the lock cannot be created: read-only folder, full disk
  | 'outcomeUnknown' // a renewal's response was lost, and authorizing again failed too; `cause` is the reason
  | 'notSignedIn' // the call is on behalf of a user, and nobody is signed in
  | 'userSessionEnded'; // the service no longer accepts the user's access token

export class AuthError extends Error {
  override readonly name = 'AuthError';
  readonly code: AuthErrorCode;

  constructor(code: AuthErrorCode, cause?: unknown) {
    super(code, cause === undefined ? undefined : { cause });
    this.code = code;
  }
}
