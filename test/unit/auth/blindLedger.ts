import type { Ledger } from '../../../src/auth/ledger';

/** A ledger that stores nothing, which disables the stamp of the protocol. */
export const blindLedger: Ledger = {
  read: async () => ({}),
  write: async () => undefined,
  remove: async () => undefined,
};
