import * as v from 'valibot';
import { applicationKey, applicationShape, type Application } from './application';

/** An entry of the setting that cannot be used, named so that it can be found and mended. */
export interface EntryProblem {
  /** Place in the list, from 0. */
  index: number;
  /** The entry's name or ClientID, where it has one. */
  label: string | undefined;
  /** Path of the field, e.g. `environments.0.envId`; empty for the entry itself. */
  field: string;
  kind: 'invalid' | 'duplicate';
}

export interface ApplicationList {
  applications: Application[];
  problems: EntryProblem[];
}

/** Reads the setting `hydrogen.applications`, hand-edited as it may be: a bad entry is named, the others work. */
export function parseApplications(setting: unknown): ApplicationList {
  const list: ApplicationList = { applications: [], problems: [] };
  if (setting === undefined) return list;
  if (!Array.isArray(setting)) {
    return { applications: [], problems: [{ index: -1, label: undefined, field: '', kind: 'invalid' }] };
  }
  const seen = new Set<string>();
  setting.forEach((entry: unknown, index) => {
    const parsed = v.safeParse(applicationShape, entry);
    if (!parsed.success) {
      const field = v.getDotPath(parsed.issues[0]) ?? '';
      list.problems.push({ index, label: labelOf(entry), field, kind: 'invalid' });
      return;
    }
    const key = applicationKey(parsed.output);
    if (seen.has(key)) {
      list.problems.push({ index, label: labelOf(entry), field: 'clientId', kind: 'duplicate' });
      return;
    }
    seen.add(key);
    list.applications.push(parsed.output);
  });
  return list;
}

/**
 * The setting with one application added, changed or (`next` undefined) removed. Entries and fields that this version
 * cannot read stay as they are.
 */
export function withApplication(setting: unknown, key: string | undefined, next: Application | undefined): unknown[] {
  const entries: unknown[] = Array.isArray(setting) ? [...(setting as unknown[])] : [];
  const index = key === undefined ? -1 : entries.findIndex(entry => keyOf(entry) === key);
  if (next === undefined) {
    if (index >= 0) entries.splice(index, 1);
    return entries;
  }
  if (index < 0) return [...entries, entryOf(next)];
  entries[index] = entryOf(next, entries[index] as Record<string, unknown>);
  return entries;
}

function entryOf(application: Application, previous: Record<string, unknown> = {}): Record<string, unknown> {
  const { environments, contentGroups, sessionOnly, sandbox, ...rest } = application;
  const kept = { ...previous };
  delete kept['sessionOnly'];
  return {
    ...kept,
    ...rest,
    environments: environments.map(environment => ({ ...environment })),
    contentGroups: contentGroups.map(group => ({ ...group })),
    ...(sessionOnly === true ? { sessionOnly } : {}),
  };
}

function keyOf(entry: unknown): string | undefined {
  const parsed = v.safeParse(applicationShape, entry);
  return parsed.success ? applicationKey(parsed.output) : undefined;
}

function labelOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, clientId } = entry as { name?: unknown; clientId?: unknown };
  return [name, clientId].find(value => typeof value === 'string' && value !== '') as string | undefined;
}
