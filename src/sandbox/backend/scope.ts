import type { SandboxContext } from './routing';
import type { Collection, Doc } from '../store/collection';
import type { Store } from '../store/store';
import type { World } from './backend';
import { nowInSeconds, realmOf } from './backend';

/** Where a request works: the documents of one environment of one application. */
export interface Place {
  world: World;
  store: Store;
  realm: string;
}

export function placeOf(context: SandboxContext): Place {
  const world = context.get('world');
  return { world, store: world.store, realm: realmOf(context.get('application'), context.get('environment')) };
}

/** Documents of the environment the request works in; for reading. */
export function documents(context: SandboxContext, collection: string): Collection {
  const { store, realm } = placeOf(context);
  return store.in(realm, collection);
}

export function save(context: SandboxContext, collection: string, doc: Doc): Doc {
  const { store, realm } = placeOf(context);
  return store.put(realm, collection, doc);
}

export function remove(context: SandboxContext, collection: string, id: string | number): boolean {
  const { store, realm } = placeOf(context);
  return store.delete(realm, collection, id);
}

/** Unix seconds of the sandbox's clock. */
export function timeOf(context: SandboxContext): number {
  return nowInSeconds(context.get('world'));
}

/** The number after the highest one in use, at least `first`. */
export function nextNumber(context: SandboxContext, collection: string, first: number): number {
  const { world, realm } = placeOf(context);
  const key = `${realm} ${collection}`;
  let last = world.lastNumbers.get(key);
  if (last === undefined) {
    last = first - 1;
    for (const { id } of documents(context, collection).oldestFirst()) last = Math.max(last, Number(id));
  }
  world.lastNumbers.set(key, last + 1);
  return last + 1;
}
