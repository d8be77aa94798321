import { hashToken, randomHex } from '../store/hashes';

/** The prefix of the paths that only running cloud functions can call, with the token of their run. */
export const runPrefix = '/__function/';

/** The tokens of the runs in progress. They are kept only in memory, and each ends with its run. */
export class RunTokens<Owner> {
  readonly #owners = new Map<string, Owner>();

  issue(owner: Owner): string {
    const token = randomHex(40);
    this.#owners.set(hashToken(token), owner);
    return token;
  }

  ownerOf(token: string): Owner | undefined {
    return this.#owners.get(hashToken(token));
  }

  end(token: string): void {
    this.#owners.delete(hashToken(token));
  }
}
