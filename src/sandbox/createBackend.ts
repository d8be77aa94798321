import type { Backend } from './backend/backend';
import { defaultBehaviour } from './backend/behaviour';
import { newSecretKey, withTrustedGrants } from './backend/clientSecret';
import { RunTokens } from './backend/runTokens';
import { RecordedCalls } from './backend/recordedCalls';
import type { SandboxOptions } from './options';
import { seedApplications, type SeedApplication } from './seed/seed';
import { worldApplication } from './seed/worldSeed';
import { seedDocuments } from './seed/seedDocuments';
import { randomHex } from './store/hashes';
import type { DataFile } from './store/dataFile';
import { emptyState, readState, type SandboxState } from './store/state';
import { StateJournal } from './store/stateJournal';
import { Store } from './store/store';

/** A backend, its applications, and the operations on its whole state. */
export interface BackendHandle {
  backend: Backend;
  /** Changes when a world is added or removed. */
  applications: SeedApplication[];
  /** Returns the state and all changes to the seed, to start another backend from. */
  snapshot: () => SandboxState;
  /** Runs a function that changes the whole state, then rewrites the data file instead of appending to it. */
  replaceState: (change: () => void) => void;
  onStateChange: (listener: () => void) => () => void;
  /** Ends the running cloud functions. */
  stopFunctions(): void;
}

/**
 * @param dataFile the file that stores the state; without it, the state begins as `options.state` and stays in memory
 */
export function createBackend(options: SandboxOptions, dataFile: DataFile | undefined): BackendHandle {
  const now = options.now ?? Date.now;
  // A sandbox must always start, also with an invalid state.
  const saved = dataFile?.state ?? readState(options.state) ?? emptyState();
  const { documents, ...records } = withTrustedGrants(saved, options.runFunctions);
  const state: SandboxState = { ...records, documents: [] };
  const listeners = new Set<() => void>();
  const notify = (): void => [...listeners].forEach(listener => listener());
  const journal = dataFile && new StateJournal(state, entries => dataFile.append(entries));
  const seeded = seedApplications(options.categories ?? 5000, options.scale ?? 60);
  const applications = [...(options.worlds ?? []).map(worldApplication), ...seeded];
  const onChange = (): void => {
    try {
      if (dataFile?.needsCompaction) dataFile.replace(snapshot());
    } catch {
      // The journal contains the change. A later change tries again.
    }
    notify();
  };
  const store = new Store(seedDocuments(applications), change => dataFile?.append([{ change }]), onChange);
  store.restore(documents);
  const snapshot = (): SandboxState => ({ ...structuredClone(state), documents: [...store.changes()] });
  const stopping = new AbortController();
  const backend: Backend = {
    applications,
    state,
    store,
    smsCodes: [],
    lastNumbers: new Map(),
    functions: functionSettings(options, stopping.signal),
    runTokens: new RunTokens(),
    recordedCalls: new RecordedCalls(),
    behaviour: { ...defaultBehaviour, ...options.behaviour },
    downloads: { origin: '', key: randomHex(40) },
    origin: '',
    secretKey: newSecretKey(options.runFunctions),
    accessTokenLifetime: options.accessTokenLifetime ?? 31_535_999,
    codeLifetime: options.codeLifetime ?? 600,
    now: () => now() + state.clockOffset,
    commitState() {
      journal?.commit();
      notify();
    },
  };
  if (options.runFunctions) dataFile?.replace(snapshot());
  return {
    backend,
    applications,
    snapshot,
    replaceState(change) {
      const before = snapshot();
      const applicationsBefore = [...applications];
      try {
        change();
        dataFile?.replace(snapshot());
      } catch (error) {
        applications.splice(0, Infinity, ...applicationsBefore);
        store.restore(before.documents);
        Object.assign(state, { ...before, documents: [] });
        throw error;
      }
      journal?.markWritten();
      notify();
    },
    onStateChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    stopFunctions: () => stopping.abort(),
  };
}

function functionSettings(options: SandboxOptions, signal: AbortSignal): Backend['functions'] {
  return {
    enabled: options.runFunctions ?? false,
    syncLimit: options.functionLimits?.sync ?? 5000,
    asyncLimit: options.functionLimits?.async ?? 300_000,
    running: 0,
    signal,
    allowsHost: hostPermission(options.functionHosts ?? []),
  };
}

/** Returns a function that asks once for each host and remembers the answer. A failed question is asked again. */
function hostPermission(hosts: NonNullable<SandboxOptions['functionHosts']>): (host: string) => Promise<boolean> {
  if (typeof hosts !== 'function') return async host => hosts.includes(host);
  const ask = hosts;
  const answers = new Map<string, Promise<boolean>>();
  return async host => {
    const cachedAnswer = answers.get(host);
    if (cachedAnswer !== undefined) return cachedAnswer;
    const answer = ask(host);
    answers.set(host, answer);
    answer.catch(() => answers.delete(host));
    return answer;
  };
}
