import type { TokenResponse } from '../api/openApi/authorize';
import type { Secret } from '../api/secret';
import type { Remainder } from './forget';
import type { TokenSet } from './tokenSet';

/** Which application's credentials, and where they may be sent. */
export interface ApplicationIdentity {
  /** Origin of the authorization server. */
  authUrl: string;
  clientId: string;
  /** What the stored credentials are bound to: the origin of `authUrl`, for the sandbox a name of its own. */
  scope: string;
}

export interface WaitOptions {
  /** Releases the caller, with an ApiError `cancelled`. A renewal goes on: others may wait for it too. */
  signal?: AbortSignal | undefined;
}

/** The token lifecycle of one application in one window. All windows and processes may have one each. */
export interface ApplicationTokens {
  /** The newest token set this window can see, without network. */
  read(): Promise<TokenSet | undefined>;
  /**
   * An access token that lasts for a call: adopted or renewed when the stored one does not, obtained in silence with
   * the stored ClientSecret when there is none.
   * @throws AuthError `noClientSecret`, `credentialsRefused`, `storeFailed`, `lockTimeout`, `lockUnavailable`,
   * `outcomeUnknown`; ApiError
   */
  accessToken(options?: WaitOptions): Promise<Secret>;
  /** Asks the service whether it rejects this access token, which costs one request. Callers of one moment share it. */
  isRejected(token: Secret, options?: WaitOptions): Promise<boolean>;
  /** Another access token than `rejected`, which the service does not accept. Throws as `accessToken`. */
  replace(rejected: Secret, options?: WaitOptions): Promise<Secret>;
  /** Calls 1 and 2, asked for by a person. Throws as `accessToken`. */
  authorize(options?: WaitOptions): Promise<TokenSet>;
  /**
   * Call 3, asked for by a person; when several windows are asked at once, one does it. Throws as `accessToken`, and
   * AuthError `notAuthorized`.
   */
  refresh(options?: WaitOptions): Promise<TokenSet>;
  /**
   * Keeps a ClientSecret, and the token set that was obtained while trying it.
   * @throws AuthError `storeFailed`, `lockTimeout`, `lockUnavailable`
   */
  keep(clientSecret: Secret, tokens?: TokenResponse): Promise<void>;
  hasClientSecret(): Promise<boolean>;
  clientSecret(): Promise<Secret | undefined>;
  /** Deletes the token set and its stamp; the ClientSecret stays. */
  forgetTokens(): Promise<void>;
  /** Deletes every secret, stamp and lock of the application. Resolves to what could not be deleted. */
  forgetAll(): Promise<Remainder[]>;
  /**
   * Calls when the token set or the ClientSecret may have changed, here or in another window. Returns the way to stop.
   */
  onDidChange(listener: () => void): () => void;
}
