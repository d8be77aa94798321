/** The store of credentials: SecretStorage in the product. `read` resolves to `undefined` for a missing value. */
export interface SecretStore {
  /** True if no other window sees this store, so no coordination is needed. */
  readonly isPrivate?: boolean;
  read(key: string): Promise<string | undefined>;
  /**
   * Returns a value that changes when all secrets are forgotten. Absent if other windows cannot make this one forget.
   */
  epoch?(): Promise<string>;
  /** Rejects if the value could not be stored. */
  write(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** Calls back when a value may have changed, here or in another window. Returns an unsubscribe function. */
  onDidChange(listener: (key: string) => void): () => void;
}
