import { endTokens } from '../identity/grants';
import type { Fault, FaultQueue } from '../server/faults';
import type { NetworkConditions } from '../server/network';
import type { Sandbox } from '../options';
import { plans } from '../server/rateLimit';
import type { RateLimit } from '../server/rateLimit';
import { readState } from '../store/state';
import type { World } from '../backend/backend';
import { findApplication, secretOf } from '../backend/backend';

/** What a person can do to the sandbox, from the editor, the command line or over HTTP. */
export type Controls = Pick<
  Sandbox,
  | 'moveClock'
  | 'fail'
  | 'clearFaults'
  | 'setNetwork'
  | 'limitRate'
  | 'revokeTokens'
  | 'expireTokens'
  | 'endSessions'
  | 'resetSecret'
  | 'reset'
  | 'load'
>;

interface Parts {
  faults: FaultQueue;
  rateLimit: RateLimit;
  setNetwork: (conditions: NetworkConditions) => void;
}

export function controls(world: World, { faults, rateLimit, setNetwork }: Parts): Controls {
  const { state, store } = world;
  return {
    moveClock(milliseconds) {
      state.clockOffset += milliseconds;
      world.changed();
    },
    fail: (fault: Fault) => faults.add(fault),
    clearFaults: () => faults.clear(),
    setNetwork,
    limitRate: limit => rateLimit.set(typeof limit === 'string' ? plans[limit] : limit),
    revokeTokens: clientId => endTokens(world, knownClientId(world, clientId)),
    expireTokens(clientId) {
      knownClientId(world, clientId);
      for (const token of Object.values(state.accessTokens)) {
        if (token.clientId === clientId) token.expiresAt = Math.min(token.expiresAt, world.now());
      }
      world.changed();
    },
    endSessions(clientId) {
      knownClientId(world, clientId);
      for (const [hash, { realm }] of Object.entries(state.sessions)) {
        if (realm.startsWith(`${clientId}/`)) delete state.sessions[hash];
      }
      world.changed();
    },
    resetSecret(clientId) {
      state.secretResets[knownClientId(world, clientId)] = (state.secretResets[clientId] ?? 0) + 1;
      world.changed();
      return secretOf(world, clientId);
    },
    reset() {
      store.restore([]);
      state.sessions = {};
      forgetDerived(world);
      world.changed();
    },
    load(saved) {
      const loaded = readState(saved);
      if (!loaded) throw new RangeError('This is not the state of a sandbox.');
      const { documents, ...parts } = loaded;
      store.restore(documents);
      Object.assign(state, parts);
      forgetDerived(world);
      world.changed();
    },
  };
}

/** What was worked out from the documents before, and does not hold any more. */
function forgetDerived(world: World): void {
  world.lastNumbers.clear();
  world.smsCodes.length = 0;
}

function knownClientId(world: World, clientId: string): string {
  if (!findApplication(world, clientId)) throw new RangeError('No application of the sandbox has this ClientID.');
  return clientId;
}
