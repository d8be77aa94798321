/** Where credentials are kept: VS Code's SecretStorage in the product. `read` resolves `undefined` for a missing value. */
export interface SecretStore {
  /** True when no other window sees this store, so that there is nothing to agree on with them. */
  readonly isPrivate?: boolean;
  read(key: string): Promise<string | undefined>;
  /** Rejects when the value could not be kept. */
  write(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** A hint that a value may have changed, here or in another window. Returns the function that ends the subscription. */
  onDidChange(listener: (key: string) => void): () => void;
}
