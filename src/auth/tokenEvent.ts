/** An event in the life of an application's credentials. It has times and fingerprints, never values. */
export interface TokenEvent {
  kind:
    | 'authorized' // calls 1 and 2, on request or because no token set was stored
    | 'refreshed' // call 3
    | 'recovered' // calls 1 and 2 instead of a refresh that was refused, unsafe or without a response
    | 'adopted' // another window or process had renewed
    | 'refused' // the service refused the refresh token
    | 'responseLost' // a refresh was sent, and its outcome is unknown
    | 'credentialsRefused' // the service refused ClientID and ClientSecret, for the first time
    | 'corrupted' // a stored value cannot be read; it stays until a new one replaces it
    | 'missingRead' // the store had no value, or an old one, although the ledger names a new one
    | 'storeFailed' // the store did not accept the token set: it exists only in this window
    | 'stampFailed'; // the stamp could not be written: other windows will authorize again
  /** Unix milliseconds. */
  at: number;
  /** The fingerprint of the token set; for `credentialsRefused` that of the ClientSecret. */
  fingerprint?: string;
  /** Unix milliseconds. */
  expiresAt?: number | undefined;
}

/** Reports an event without its time, which the receiver adds. */
export type ReportTokenEvent = (event: Omit<TokenEvent, 'at'>) => void;
