import type { World } from '../../world/world';
import { environmentOf, realmOf, type Backend } from '../backend/backend';
import type { SeedApplication } from './seed';
import { worldApplication, worldOf } from './worldSeed';

interface WorldHost {
  backend: Backend;
  applications: SeedApplication[];
  /** Runs a function that changes the state, then saves the whole state. */
  replaceState: (change: () => void) => void;
}

/** Adds, removes and saves the worlds of a running sandbox. */
export class Worlds {
  readonly #host: WorldHost;

  constructor(host: WorldHost) {
    this.#host = host;
  }

  /** @throws RangeError if a made-up application has this ClientID */
  add(world: World): void {
    const { applications } = this.#host;
    const index = applications.findIndex(({ clientId }) => clientId === world.clientId);
    const existing = applications[index];
    if (existing !== undefined && existing.production.world === undefined)
      throw new RangeError('An application of the sandbox has this ClientID.');
    const added = worldApplication(world);
    this.#replace(added, () =>
      existing === undefined ? applications.unshift(added) : applications.splice(index, 1, added),
    );
  }

  remove(clientId: string): void {
    const { applications } = this.#host;
    const index = applications.findIndex(each => each.clientId === clientId && each.production.world !== undefined);
    const removed = applications[index];
    if (removed !== undefined) this.#replace(removed, () => applications.splice(index, 1));
  }

  /** @throws RangeError for an unknown application or environment */
  of(clientId: string, envId: string | undefined): World {
    const application = this.#host.applications.find(each => each.clientId === clientId);
    const environment = environmentOf(application, envId);
    if (application === undefined || environment === undefined)
      throw new RangeError('No environment of the sandbox has these IDs.');
    return worldOf(this.#host.backend.store, realmOf(application, environment), application, environment);
  }

  /** Replaces or removes an application, and drops its changed documents, its sessions and its last numbers. */
  #replace(application: SeedApplication, change: () => void): void {
    const { backend, replaceState } = this.#host;
    const realm = realmOf(application, application.production);
    replaceState(() => {
      change();
      backend.store.discard(realm);
      for (const [hash, session] of Object.entries(backend.state.sessions))
        if (session.realm === realm) delete backend.state.sessions[hash];
      for (const key of backend.lastNumbers.keys()) if (key.startsWith(realm)) backend.lastNumbers.delete(key);
    });
  }
}
