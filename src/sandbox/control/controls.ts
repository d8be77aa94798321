import { endTokens } from '../identity/grants';
import type { Fault, FaultQueue } from '../server/faults';
import type { NetworkConditions } from '../server/network';
import { plans, type RatePlan, type RateLimit } from '../server/rateLimit';
import { largestClockOffset, readState } from '../store/state';
import { findApplication, type Backend } from '../backend/backend';
import { clientSecretOf, withTrustedGrants } from '../backend/clientSecret';
import type { Behaviour } from '../backend/behaviour';

/** The controls of a running sandbox, for the editor, the command line and HTTP. */
export interface Controls {
  /**
   * Replaces the whole state by a saved state. Omits its codes and tokens if functions run.
   * @throws RangeError when the value is not the state of a sandbox
   */
  load(state: unknown): void;
  /** Restores the seed and ends user sessions. Open API tokens and the clock stay. */
  reset(): void;
  /**
   * Moves the sandbox's clock, which decides when codes, tokens and sessions expire.
   * @throws RangeError when it would be more than 1,000 years ahead or behind
   */
  moveClock(milliseconds: number): void;
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Sets the network conditions of every later request. */
  setNetwork(conditions: NetworkConditions): void;
  /** Limits the requests per minute and application to a number, or to the number of a plan; undefined: no limit. */
  limitRate(limit: number | RatePlan | undefined): void;
  /**
   * Changes behaviour that the console configures or that is not documented. Absent properties stay unchanged. `reset`
   * does not affect behaviour.
   */
  setBehaviour(changes: Partial<Behaviour>): void;
  /**
   * Ends every access and refresh token of an application.
   * @throws RangeError for an unknown application
   */
  revokeTokens(clientId: string): void;
  /**
   * Lets every access token of an application expire now; its refresh tokens stay valid.
   * @throws errors of `revokeTokens`
   */
  expireTokens(clientId: string): void;
  /**
   * Ends every user session of an application.
   * @throws errors of `revokeTokens`
   */
  endSessions(clientId: string): void;
  /** Gives an application a new ClientSecret, like the console. The old one is refused at once; tokens stay valid. */
  resetSecret(clientId: string): string;
}

/** The parts that the controls change, besides the state. */
interface ControlTargets {
  faults: FaultQueue;
  rateLimit: RateLimit;
  setNetwork: (conditions: NetworkConditions) => void;
  /** Runs a function that changes the state, then saves the whole state. */
  replaceState: (change: () => void) => void;
}

export function createControls(
  backend: Backend,
  { faults, rateLimit, setNetwork, replaceState }: ControlTargets,
): Controls {
  const { state, store } = backend;
  return {
    moveClock(milliseconds) {
      const clockOffset = state.clockOffset + milliseconds;
      if (Number.isNaN(clockOffset) || Math.abs(clockOffset) > largestClockOffset)
        throw new RangeError('The clock can be at most 1,000 years ahead or behind.');
      state.clockOffset = clockOffset;
      backend.commitState();
    },
    fail: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setNetwork,
    setBehaviour: changes => void Object.assign(backend.behaviour, changes),
    limitRate: limit => rateLimit.set(typeof limit === 'string' ? plans[limit] : limit),
    revokeTokens: clientId => endTokens(backend, requireClientId(backend, clientId)),
    expireTokens(clientId) {
      requireClientId(backend, clientId);
      for (const token of Object.values(state.accessTokens)) {
        if (token.clientId === clientId) token.expiresAt = Math.min(token.expiresAt, backend.now());
      }
      backend.commitState();
    },
    endSessions(clientId) {
      requireClientId(backend, clientId);
      for (const [hash, { realm }] of Object.entries(state.sessions)) {
        if (realm.startsWith(`${clientId}/`)) delete state.sessions[hash];
      }
      backend.commitState();
    },
    resetSecret(clientId) {
      state.secretResets[requireClientId(backend, clientId)] = (state.secretResets[clientId] ?? 0) + 1;
      backend.commitState();
      return clientSecretOf(backend, clientId);
    },
    reset() {
      replaceState(() => {
        store.restore([]);
        state.sessions = {};
        clearDerivedData(backend);
      });
    },
    load(saved) {
      const loaded = readState(saved);
      if (!loaded) throw new RangeError('This is not the state of a sandbox.');
      replaceState(() => {
        const { documents, ...records } = withTrustedGrants(loaded, backend.functions.enabled);
        store.restore(documents);
        Object.assign(state, records);
        clearDerivedData(backend);
      });
    },
  };
}

/** Drops the data in memory that was derived from the replaced documents. */
function clearDerivedData(backend: Backend): void {
  backend.lastNumbers.clear();
  backend.smsCodes.length = 0;
}

function requireClientId(backend: Backend, clientId: string): string {
  if (!findApplication(backend, clientId)) throw new RangeError('No application of the sandbox has this ClientID.');
  return clientId;
}
