import { derivedHex, randomHex } from '../store/hashes';
import type { SandboxState } from '../store/state';
import type { Backend } from './backend';

/**
 * Returns the key that ClientSecrets are derived from. Usually it is empty, so that the secrets are publicly known. If
 * functions run, it is random at every start: a client with a ClientSecret can upload functions, so other processes of
 * this machine must not know it.
 */
export function newSecretKey(runsFunctions: boolean | undefined): string {
  return runsFunctions ? randomHex(40) : '';
}

/**
 * Returns the current ClientSecret. It is derived from the number of resets, so that the saved state contains no
 * secret, and the sandbox's list of applications is correct after a restart.
 */
export function clientSecretOf(backend: Backend, clientId: string): string {
  return derivedHex(`secret ${backend.secretKey}${clientId} ${backend.state.secretResets[clientId] ?? 0}`, 40);
}

/**
 * Returns a saved state that a sandbox may continue. If functions run, drops codes and tokens: they may come from a
 * sandbox with publicly known ClientSecrets.
 */
export function withTrustedGrants(state: SandboxState, runsFunctions: boolean | undefined): SandboxState {
  return runsFunctions ? { ...state, codes: {}, accessTokens: {}, refreshTokens: {} } : state;
}
