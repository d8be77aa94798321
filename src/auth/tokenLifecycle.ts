import type { TokenResponse } from '../api/openApi/authorize';
import { ApiError } from '../api/errors';
import type { Secret } from '../api/secret';
import type { ApplicationTokens, WaitOptions } from './applicationTokens';
import { AuthError } from './authError';
import { forgetApplication, forgetTokenSet, type Remainder } from './forget';
import { abortable, throwIfCancelled } from './abortable';
import type { LedgerEntry } from './ledger';
import { authorizeNow, renew, type RenewalRequest } from './renewal';
import { keepTokens, settledClientSecret, visibleTokens, type RenewalContext } from './renewalContext';
import type { SecretStore } from './secretStore';
import { fingerprint, fingerprintOf, isFresh, type TokenSet } from './tokenSet';

interface LifecycleOptions {
  store: SecretStore;
  lockFolder: string;
  /** The address to show in a cancellation error. */
  authUrl: string;
  /** Whether the service rejects an access token. */
  rejects: (token: Secret) => Promise<boolean>;
}

/** The token lifecycle of one window, which shares renewals among its callers. */
export class TokenLifecycle implements ApplicationTokens {
  readonly #context: RenewalContext;
  readonly #options: LifecycleOptions;
  readonly #rejected: RejectedTokens;
  readonly #listeners = new Set<() => void>();
  /** The running renewal that all callers of this window share. */
  #renewal: Promise<TokenSet> | undefined;

  constructor(context: RenewalContext, options: LifecycleOptions) {
    this.#context = context;
    this.#options = options;
    this.#rejected = new RejectedTokens(options.rejects);
  }

  read(): Promise<TokenSet | undefined> {
    return visibleTokens(this.#context);
  }

  async accessToken({ signal }: WaitOptions = {}): Promise<Secret> {
    this.#throwIfCancelled(signal);
    const set = await this.read();
    if (set !== undefined && this.#isUsable(set)) return set.accessToken;
    try {
      return (await this.#orCancelled(this.#sharedRenewal(), signal)).accessToken;
    } catch (error) {
      // Shortly before it expires the token is still valid, unless it was replaced.
      if (set !== undefined && isTransient(error) && this.#isValid(set)) return set.accessToken;
      throw error;
    }
  }

  async isRejected(token: Secret, { signal }: WaitOptions = {}): Promise<boolean> {
    this.#throwIfCancelled(signal);
    return this.#rejected.has(token) || this.#orCancelled(this.#rejected.check(token), signal);
  }

  async replace(token: Secret, { signal }: WaitOptions = {}): Promise<Secret> {
    this.#throwIfCancelled(signal);
    this.#rejected.add(token);
    const [set, entry] = [await this.read(), await this.#context.ledger.read().catch(() => undefined)];
    const isNewest = set !== undefined && (entry?.stored ?? fingerprintOf(set)) === fingerprintOf(set);
    if (isNewest && this.#isUsable(set)) return set.accessToken;
    const renewed = await this.#orCancelled(this.#sharedRenewal(), signal);
    if (!this.#rejected.has(renewed.accessToken)) return renewed.accessToken;
    // The renewal may have started before this token was rejected.
    return (await this.#orCancelled(this.#sharedRenewal(), signal)).accessToken;
  }

  async authorize({ signal }: WaitOptions = {}): Promise<TokenSet> {
    this.#throwIfCancelled(signal);
    return this.#orCancelled(this.#thenNotify(authorizeNow(this.#context, signal)), signal);
  }

  async refresh({ signal }: WaitOptions = {}): Promise<TokenSet> {
    this.#throwIfCancelled(signal);
    const before = await this.read();
    if (before === undefined && (await this.#context.ledger.read()).stored === undefined)
      throw new AuthError('notAuthorized');
    const isOther = (set: TokenSet) => before === undefined || fingerprintOf(set) !== fingerprintOf(before);
    const renewal = this.#renew({ accepts: set => isOther(set) && this.#isUsable(set), isUserRequest: true });
    return this.#orCancelled(renewal, signal);
  }

  keep(clientSecret: Secret, tokens?: TokenResponse): Promise<void> {
    return this.#thenNotify(keepClientSecret(this.#context, clientSecret, tokens));
  }

  async isClientSecretRefused(): Promise<boolean> {
    const { credentials, ledger } = this.#context;
    const clientSecret = await credentials.clientSecret.read();
    const { refusedSecret } = await ledger.read().catch((): LedgerEntry => ({}));
    return clientSecret !== undefined && refusedSecret === fingerprint(clientSecret);
  }

  async hasClientSecret(): Promise<boolean> {
    return (await this.clientSecret()) !== undefined;
  }

  clientSecret(): Promise<Secret | undefined> {
    return settledClientSecret(this.#context);
  }

  forgetTokens(): Promise<void> {
    return this.#thenNotify(forgetTokenSet(this.#context));
  }

  forgetAll(): Promise<Remainder[]> {
    return this.#thenNotify(forgetApplication(this.#context, this.#options.lockFolder));
  }

  onDidChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    const { tokens, clientSecret } = this.#context.credentials;
    const stop = this.#options.store.onDidChange(key => {
      if ([tokens.key, clientSecret.key].includes(key)) listener();
    });
    return () => {
      stop();
      this.#listeners.delete(listener);
    };
  }

  #isUsable(set: TokenSet): boolean {
    return !this.#rejected.has(set.accessToken) && isFresh(set, this.#context.now());
  }

  #isValid({ accessToken, expiresAt }: TokenSet): boolean {
    return !this.#rejected.has(accessToken) && (expiresAt === undefined || this.#context.now() < expiresAt);
  }

  #sharedRenewal(): Promise<TokenSet> {
    // Assigned before the first await, so that concurrent callers find it.
    return (this.#renewal ??= this.#renew({ accepts: set => this.#isUsable(set) }).finally(
      () => (this.#renewal = undefined),
    ));
  }

  #renew(request: RenewalRequest): Promise<TokenSet> {
    return this.#thenNotify(renew(this.#context, request));
  }

  #thenNotify<T>(work: Promise<T>): Promise<T> {
    return work.finally(() => [...this.#listeners].forEach(listener => listener()));
  }

  #throwIfCancelled(signal: AbortSignal | undefined): void {
    throwIfCancelled(signal, this.#options.authUrl);
  }

  #orCancelled<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return abortable(work, signal, this.#options.authUrl);
  }
}

async function keepClientSecret(context: RenewalContext, clientSecret: Secret, tokens?: TokenResponse): Promise<void> {
  const { credentials, ledger, lock } = context;
  await credentials.clientSecret.write(clientSecret);
  await lock(async lease => {
    const { refusedSecret: _, ...entry } = await ledger.read();
    await ledger.write({ ...entry, secret: fingerprint(clientSecret) });
    if (tokens !== undefined) await keepTokens(context, lease, tokens, 'authorized');
  });
}

function isTransient(error: unknown): boolean {
  if (error instanceof ApiError) return error.code !== 'cancelled';
  return error instanceof AuthError && (error.code === 'lockTimeout' || error.code === 'lockUnavailable');
}

/** Access tokens that the service has rejected, by fingerprint. */
class RejectedTokens {
  static readonly #limit = 20;
  readonly #rejects: (token: Secret) => Promise<boolean>;
  readonly #fingerprints = new Set<string>();
  readonly #checks = new Map<string, Promise<boolean>>();

  constructor(rejects: (token: Secret) => Promise<boolean>) {
    this.#rejects = rejects;
  }

  has(token: Secret): boolean {
    return this.#fingerprints.has(fingerprint(token));
  }

  add(token: Secret): void {
    this.#fingerprints.add(fingerprint(token));
    const [oldest] = this.#fingerprints;
    if (this.#fingerprints.size > RejectedTokens.#limit && oldest !== undefined) this.#fingerprints.delete(oldest);
  }

  /** Asks the service; concurrent callers share the request. */
  check(token: Secret): Promise<boolean> {
    const key = fingerprint(token);
    const check = this.#checks.get(key) ?? this.#rejects(token).finally(() => this.#checks.delete(key));
    this.#checks.set(key, check);
    return check;
  }
}
