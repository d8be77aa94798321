import type { Ledger } from '../../../src/auth/ledger';

/** The protocol with the stamp switched off. */
export const blindLedger: Ledger = {
  read: async () => ({}),
  write: async () => undefined,
  remove: async () => undefined,
};
