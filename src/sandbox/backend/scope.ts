import { HttpError } from '../http/httpError';
import type { SandboxContext } from './routing';
import type { Collection, Doc } from '../store/collection';
import type { Store } from '../store/store';
import { environmentOf, findApplication, nowInSeconds, realmOf, type Backend } from './backend';

/** The data that a request may read and write: the documents of one environment of one application. */
export interface Scope {
  backend: Backend;
  store: Store;
  realm: string;
}

export function scopeOf(context: SandboxContext): Scope {
  const backend = context.get('backend');
  return { backend, store: backend.store, realm: realmOf(context.get('application'), context.get('environment')) };
}

/** Returns a collection of the request's environment, for reading only. */
export function documents(context: SandboxContext, collection: string): Collection {
  const { store, realm } = scopeOf(context);
  return store.collection(realm, collection);
}

export function save(context: SandboxContext, collection: string, doc: Doc): Doc {
  const { store, realm } = scopeOf(context);
  return store.put(realm, collection, doc);
}

export function remove(context: SandboxContext, collection: string, id: string | number): boolean {
  const { store, realm } = scopeOf(context);
  return store.delete(realm, collection, id);
}

/** Returns the Unix seconds of the sandbox's clock. */
export function currentSeconds(context: SandboxContext): number {
  return nowInSeconds(context.get('backend'));
}

/** Returns the number after the highest used one in a collection, at least `first`. */
export function nextNumber(context: SandboxContext, collection: string, first: number): number {
  return nextNumberIn(scopeOf(context), collection, first);
}

/** Like `nextNumber`, without a request. */
export function nextNumberIn({ backend, store, realm }: Scope, collection: string, first: number): number {
  const key = `${realm} ${collection}`;
  let last = backend.lastNumbers.get(key);
  if (last === undefined) {
    last = first - 1;
    for (const { id } of store.collection(realm, collection).oldestFirst()) last = Math.max(last, Number(id));
  }
  backend.lastNumbers.set(key, last + 1);
  return last + 1;
}

/**
 * Returns the realm that `:client/:environment` in a path names.
 * @throws HttpError 404 when it does not exist
 */
export function realmOfPath(backend: Backend, context: SandboxContext): string {
  const application = findApplication(backend, context.req.param('client') ?? '');
  const environmentName = context.req.param('environment');
  const environment = environmentOf(application, environmentName === 'production' ? undefined : environmentName);
  if (!application || !environment) throw new HttpError(404, 'There is no such application or environment.');
  return realmOf(application, environment);
}
