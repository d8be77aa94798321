import type { Fetch } from '../api/exchange';
import type { Secret } from '../api/secret';
import type { SecretStore } from './secretStore';
import type { TokenSet } from './tokenSet';

/** Which application's credentials, and where they may be sent. */
export interface ApplicationIdentity {
  /** Origin of the authorization server. */
  authUrl: string;
  clientId: string;
  /** What the stored credentials are bound to: the origin of `authUrl`, for the sandbox a name of its own. */
  scope: string;
}

export interface TokenEnvironment {
  store: SecretStore;
  /** Folder of locks and stamps, shared by all windows of this machine. */
  directory: string;
  /** Made at the first request. */
  fetch: () => Promise<Fetch>;
  /** Unix milliseconds. */
  now: () => number;
}

export type { Secret, TokenSet };
