import type { Application } from './application';

/** One value of an application that an import sets. */
export interface ValueChange {
  field: 'serverDomain' | 'guard' | 'sessionOnly' | 'environment' | 'environmentGuard' | 'name' | 'contentGroup';
  /** Env ID, or ID of the content group. */
  id?: string;
  /** `undefined` if there was no value. */
  before: string | undefined;
  after: string;
}

/**
 * Returns the values of `after` that differ from the existing application, or all values for a new one. Request targets
 * and guards come first.
 */
export function valueChanges(before: Application | undefined, after: Application): ValueChange[] {
  const changes: ValueChange[] = [];
  const compare = (field: ValueChange['field'], old: string | undefined, value: string | undefined, id?: string) => {
    if (value === undefined || value === old) return;
    changes.push({ field, ...(id === undefined ? {} : { id }), before: old, after: value });
  };
  compare('serverDomain', before?.serverDomain, after.serverDomain);
  compare('guard', before?.guard, after.guard);
  compare('sessionOnly', before?.sessionOnly?.toString(), after.sessionOnly?.toString());
  for (const { envId, name, guard } of after.environments) {
    const known = before?.environments.find(other => other.envId === envId);
    compare('environment', known?.name, name, envId);
    compare('environmentGuard', known?.guard, guard, envId);
  }
  compare('name', before?.name, after.name);
  for (const { id, name } of after.contentGroups) {
    const known = before?.contentGroups.find(other => other.id === id);
    compare('contentGroup', known === undefined ? undefined : (known.name ?? ''), name ?? '', id);
  }
  return changes;
}
