import type { Ledger } from '../../../src/auth/ledger';

/** Disables the stamp of the protocol. */
export const blindLedger: Ledger = {
  read: async () => ({}),
  write: async () => undefined,
  remove: async () => undefined,
};
