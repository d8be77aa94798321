/** Where credentials are kept: VS Code's SecretStorage in the product. `read` resolves `undefined` for a missing value. */
export interface SecretStore {
  read(key: string): Promise<string | undefined>;
  /** Rejects when the value could not be kept. */
  write(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
  /** A hint that a value may have changed, here or in another window. Returns the function that ends the subscription. */
  onDidChange(listener: (key: string) => void): () => void;
}
