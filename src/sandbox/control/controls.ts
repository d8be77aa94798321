import { endTokens } from '../identity/grants';
import type { Fault, FaultQueue } from '../server/faults';
import type { NetworkConditions } from '../server/network';
import type { ServicePlan, RateLimit } from '../server/rateLimit';
import { plans } from '../server/rateLimit';
import { readState } from '../store/state';
import type { Backend } from '../backend/backend';
import type { Behaviour } from '../backend/behaviour';
import { findApplication, secretOf } from '../backend/backend';

/** What a developer can do to a running sandbox, from the editor, the command line or over HTTP. */
export interface Controls {
  /** Replaces everything by a saved state. Throws RangeError when something else wrote it. */
  load(state: unknown): void;
  /** Restores the seed and ends user sessions. Open API tokens and the clock stay. */
  reset(): void;
  /** Moves the sandbox's clock; codes, tokens and sessions expire by it. */
  moveClock(milliseconds: number): void;
  fail(fault: Fault): void;
  clearFaults(): void;
  /** Sets the network conditions of every later request. */
  setNetwork(conditions: NetworkConditions): void;
  /** Requests per minute and application, or the number a plan of the service guarantees; undefined: no limit. */
  limitRate(limit: number | ServicePlan | undefined): void;
  /** Changes what the console or an unknown of the service decides; what is absent stays. Reset leaves it alone. */
  setBehaviour(changes: Partial<Behaviour>): void;
  /** Ends every access and refresh token of an application. Throws when there is no such application. */
  revokeTokens(clientId: string): void;
  /** Lets every access token of an application expire now; its refresh tokens stay good. Throws as `revokeTokens`. */
  expireTokens(clientId: string): void;
  /** Ends every user session of an application. Throws as `revokeTokens`. */
  endSessions(clientId: string): void;
  /** Gives an application a new ClientSecret, as the console does; the old one is refused at once, tokens stay. */
  resetSecret(clientId: string): string;
}

/** What the controls change beside the state. */
interface ControlTargets {
  faults: FaultQueue;
  rateLimit: RateLimit;
  setNetwork: (conditions: NetworkConditions) => void;
  /** Runs a change of the whole state, and has it saved as a whole. */
  replaceState: (change: () => void) => void;
}

export function createControls(
  backend: Backend,
  { faults, rateLimit, setNetwork, replaceState }: ControlTargets,
): Controls {
  const { state, store } = backend;
  return {
    moveClock(milliseconds) {
      state.clockOffset += milliseconds;
      backend.changed();
    },
    fail: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setNetwork,
    setBehaviour: changes => void Object.assign(backend.behaviour, changes),
    limitRate: limit => rateLimit.set(typeof limit === 'string' ? plans[limit] : limit),
    revokeTokens: clientId => endTokens(backend, knownClientId(backend, clientId)),
    expireTokens(clientId) {
      knownClientId(backend, clientId);
      for (const token of Object.values(state.accessTokens)) {
        if (token.clientId === clientId) token.expiresAt = Math.min(token.expiresAt, backend.now());
      }
      backend.changed();
    },
    endSessions(clientId) {
      knownClientId(backend, clientId);
      for (const [hash, { realm }] of Object.entries(state.sessions)) {
        if (realm.startsWith(`${clientId}/`)) delete state.sessions[hash];
      }
      backend.changed();
    },
    resetSecret(clientId) {
      state.secretResets[knownClientId(backend, clientId)] = (state.secretResets[clientId] ?? 0) + 1;
      backend.changed();
      return secretOf(backend, clientId);
    },
    reset() {
      replaceState(() => {
        store.restore([]);
        state.sessions = {};
        forgetDerived(backend);
      });
    },
    load(saved) {
      const loaded = readState(saved);
      if (!loaded) throw new RangeError('This is not the state of a sandbox.');
      replaceState(() => {
        const { documents, ...records } = loaded;
        store.restore(documents);
        Object.assign(state, records);
        forgetDerived(backend);
      });
    },
  };
}

/** Drops what was derived from the documents that are gone. */
function forgetDerived(backend: Backend): void {
  backend.lastNumbers.clear();
  backend.smsCodes.length = 0;
}

function knownClientId(backend: Backend, clientId: string): string {
  if (!findApplication(backend, clientId)) throw new RangeError('No application of the sandbox has this ClientID.');
  return clientId;
}
