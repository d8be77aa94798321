/** Error codes of credentials, for code to branch on. src/ui/messages/messages.ts has the messages for users. */
export type AuthErrorCode =
  | 'noClientSecret' // nothing stored for this application: it has to be entered
  | 'notAuthorized' // no token set yet, and the call at hand does not make one
  | 'credentialsRefused' // the service refused ClientID and ClientSecret; `cause` is its response
  | 'forgotten' // all secrets were forgotten meanwhile, in this or another window, so nothing was stored
  | 'storeFailed' // SecretStorage did not keep a value
  | 'lockTimeout' // another window or process holds the lock for too long
  | 'lockUnavailable' // the lock cannot be made: read-only folder, full disk
  | 'outcomeUnknown' // a renewal's response was lost and authorizing again failed too; `cause` says why
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
