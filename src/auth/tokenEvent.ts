/** An event in the life of an application's credentials. Times and fingerprints, never values. */
export interface TokenEvent {
  kind:
    | 'authorized' // calls 1 and 2, asked for or because nothing was stored
    | 'refreshed' // call 3
    | 'recovered' // calls 1 and 2 in place of a refresh that was refused, unsafe or without a response
    | 'adopted' // another window or process had renewed
    | 'refused' // the service refused the refresh token
    | 'responseLost' // a refresh was sent and its outcome is not known
    | 'credentialsRefused' // the service refused ClientID and ClientSecret, for the first time
    | 'corrupted' // a stored value cannot be read; it stays until a new one replaces it
    | 'missingRead' // the store had no value, or an old one, where the ledger names a new one
    | 'storeFailed' // the store did not keep the token set: it lives in this window only
    | 'stampFailed'; // the stamp could not be written: other windows will authorize again
  /** Unix milliseconds. */
  at: number;
  /** The fingerprint of the token set; with `credentialsRefused` of the ClientSecret. */
  fingerprint?: string;
  /** Unix milliseconds. */
  expiresAt?: number | undefined;
}

/** Reports an event without its time, which the receiver adds. */
export type ReportTokenEvent = (event: Omit<TokenEvent, 'at'>) => void;
