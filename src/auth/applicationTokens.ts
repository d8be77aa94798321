import type { TokenResponse } from '../api/openApi/authorize';
import type { Secret } from '../api/secret';
import type { Remainder } from './forget';
import type { TokenSet } from './tokenSet';

/** Identifies an application's credentials and where they may be sent. */
export interface ApplicationIdentity {
  /** Origin of the authorization server. */
  authUrl: string;
  clientId: string;
  /** The scope of stored credentials: the origin of `authUrl`; for the sandbox its own name. */
  scope: string;
}

export interface WaitOptions {
  /** Releases the caller with an ApiError `cancelled`. A running renewal continues, because others may wait for it. */
  signal?: AbortSignal | undefined;
}

/** The token lifecycle of one application in one window. Other windows and processes may have one too. */
export interface ApplicationTokens {
  /** Returns the newest token set that this window can see. Sends no request. */
  read(): Promise<TokenSet | undefined>;
  /**
   * Returns an access token that lasts for a call. Adopts or renews one when the stored token does not last; obtains one
   * with the stored ClientSecret when there is none.
   * @throws AuthError `noClientSecret`, `credentialsRefused`, `storeFailed`, `lockTimeout`, `lockUnavailable`,
   * `outcomeUnknown`; ApiError
   */
  accessToken(options?: WaitOptions): Promise<Secret>;
  /**
   * Asks the service whether it rejects this access token, which costs one request. Concurrent callers share the
   * request.
   */
  isRejected(token: Secret, options?: WaitOptions): Promise<boolean>;
  /**
   * Returns an access token other than `rejected`, which the service does not accept.
   * @throws errors of `accessToken`
   */
  replace(rejected: Secret, options?: WaitOptions): Promise<Secret>;
  /**
   * Authorizes (calls 1 and 2) on request of the user.
   * @throws errors of `accessToken`
   */
  authorize(options?: WaitOptions): Promise<TokenSet>;
  /**
   * Refreshes (call 3) on request of the user. If several windows do so at once, only one sends a request.
   * @throws errors of `accessToken`, and AuthError `notAuthorized`
   */
  refresh(options?: WaitOptions): Promise<TokenSet>;
  /**
   * Stores a ClientSecret, and the token set that was obtained while checking it.
   * @throws AuthError `storeFailed`, `lockTimeout`, `lockUnavailable`
   */
  keep(clientSecret: Secret, tokens?: TokenResponse): Promise<void>;
  /** Whether the service refused the stored ClientSecret at its last use in any window. */
  isClientSecretRefused(): Promise<boolean>;
  hasClientSecret(): Promise<boolean>;
  clientSecret(): Promise<Secret | undefined>;
  /** Deletes the token set and its stamp, but not the ClientSecret. */
  forgetTokens(): Promise<void>;
  /** Deletes every secret, stamp and lock of the application. Resolves to the items that could not be deleted. */
  forgetAll(): Promise<Remainder[]>;
  /**
   * Calls back when the token set or the ClientSecret may have changed, here or in another window. Returns an
   * unsubscribe function.
   */
  onDidChange(listener: () => void): () => void;
}
