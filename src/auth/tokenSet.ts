import type { Secret } from '../api/secret';

/** An Open API token set as kept (specification, "Open API token set"). */
export interface TokenSet {
  accessToken: Secret;
  refreshToken: Secret | undefined;
  tokenType: string;
  scope: string;
  /** Unix milliseconds. */
  obtainedAt: number;
  /** Unix milliseconds; `undefined` when the service named no usable lifetime. */
  expiresAt: number | undefined;
}
