import * as v from 'valibot';
import { environmentNameProblem } from '../api/environmentNames';
import { Secret } from '../api/secret';
import { applicationKey, applicationShape, type Application, type Environment } from './application';

/** Why a value of a setting cannot be used. */
export type FieldReason = 'missing' | 'notText' | 'notList' | 'notObject' | 'value';

/** An invalid entry of the setting, with enough information to find and fix it. */
export interface EntryProblem {
  /** Index in the list, from 0; -1 if the setting itself is not a list. */
  index: number;
  /** The entry's name or ClientID, if any. */
  label: string | undefined;
  /** Path of the field, e.g. `environments.0.envId`; empty for the entry itself. */
  field: string;
  /**
   * `secret`: the entry works, but contains a ClientSecret, which does not belong in settings. `reservedName` and
   * `duplicateName`: the environment can only be selected by its Env ID. It stays in the list, because its requests
   * must not go to production.
   */
  kind: 'invalid' | 'duplicate' | 'secret' | 'reservedName' | 'duplicateName';
  /** The problem of the field; only for `invalid`. */
  reason?: FieldReason;
  /** The name of the environment, if it is the problem. */
  detail?: string;
}

export interface ApplicationList {
  applications: Application[];
  problems: EntryProblem[];
}

/** Parses the setting `hydrogen.applications`. Users edit it by hand, so invalid entries are reported and left out. */
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
      list.problems.push({ index, label: labelOf(entry), field, kind: 'invalid', reason: reasonOf(parsed.issues[0]) });
      return;
    }
    const key = applicationKey(parsed.output);
    if (seen.has(key)) {
      list.problems.push({ index, label: labelOf(entry), field: 'clientId', kind: 'duplicate' });
      return;
    }
    seen.add(key);
    if (clientSecretOf(entry) !== undefined) {
      list.problems.push({ index, label: labelOf(entry), field: 'clientSecret', kind: 'secret' });
    }
    const report = (field: string): unknown =>
      list.problems.push({ index, label: labelOf(entry), field, kind: 'duplicate' });
    const environments = firstOfEach(parsed.output.environments, 'envId', at => report(`environments.${at}.envId`));
    const names = nameProblems(parsed.output.environments, environments, { index, label: labelOf(entry) });
    list.problems.push(...names.map(({ envId: _, ...problem }) => problem));
    list.applications.push({
      ...parsed.output,
      environments,
      contentGroups: firstOfEach(parsed.output.contentGroups, 'id', at => report(`contentGroups.${at}.id`)),
    });
  });
  return list;
}

/** Returns the ClientSecrets in the setting, each with its application. */
export function clientSecretsIn(setting: unknown): { application: Application; clientSecret: Secret }[] {
  return (Array.isArray(setting) ? (setting as unknown[]) : []).flatMap(entry => {
    const parsed = v.safeParse(applicationShape, entry);
    const clientSecret = clientSecretOf(entry);
    return parsed.success && clientSecret !== undefined ? [{ application: parsed.output, clientSecret }] : [];
  });
}

/** Returns the setting without the ClientSecret of one application. Keeps another one, which may have been typed since. */
export function withoutClientSecret(setting: unknown, key: string, clientSecret: Secret): unknown[] {
  return (Array.isArray(setting) ? (setting as unknown[]) : []).map(entry => {
    if (keyOf(entry) !== key || clientSecretOf(entry)?.equals(clientSecret) !== true) return entry;
    const { clientSecret: _, ...rest } = entry as Record<string, unknown>;
    return rest;
  });
}

function clientSecretOf(entry: unknown): Secret | undefined {
  const value = (entry as { clientSecret?: unknown } | null)?.clientSecret;
  return typeof value === 'string' && value.trim() !== '' ? new Secret(value.trim()) : undefined;
}

/**
 * Returns a problem for each environment with a reserved or repeated name.
 * @param written the environments as in the setting, including duplicates; the problem contains the index in this list
 */
export function nameProblems(
  written: readonly Environment[],
  environments: readonly Environment[],
  entry: Pick<EntryProblem, 'index' | 'label'>,
): (EntryProblem & { envId: string })[] {
  return environments.flatMap(({ name, envId }, at) => {
    const problem = environmentNameProblem(name, environments.slice(0, at));
    if (problem === undefined) return [];
    const index = written.findIndex(other => other.envId === envId);
    const kind = problem === 'reserved' ? 'reservedName' : 'duplicateName';
    return [{ ...entry, field: `environments.${index}.name`, kind, detail: name, envId }];
  });
}

/** Returns the items without those that repeat an earlier ID. Calls `repeated` with the index of each repeated item. */
function firstOfEach<K extends string, T extends Record<K, string>>(
  items: readonly T[],
  id: K,
  repeated: (at: number) => void,
): T[] {
  const seen = new Set<string>();
  return items.filter((item, at) => {
    const isNew = !seen.has(item[id]);
    seen.add(item[id]);
    if (!isNew) repeated(at);
    return isNew;
  });
}

/**
 * Returns the setting with one application added, changed, or removed if `next` is `undefined`. Keeps entries and
 * fields that this version cannot read.
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
  const previousFields = { ...previous };
  delete previousFields['sessionOnly'];
  return {
    ...previousFields,
    ...rest,
    environments: environments.map(item => ({
      ...storedFields(previous['environments'], 'envId', item.envId),
      ...item,
    })),
    contentGroups: contentGroups.map(item => ({ ...storedFields(previous['contentGroups'], 'id', item.id), ...item })),
    ...(sessionOnly === true ? { sessionOnly } : {}),
  };
}

/** Returns the stored fields of a list item except its name, to keep fields of other versions of the extension. */
function storedFields(items: unknown, idField: string, id: string): Record<string, unknown> {
  const item = (Array.isArray(items) ? (items as unknown[]) : []).find(
    item => String((item as Record<string, unknown>)[idField]).trim() === id,
  );
  const { name, ...rest } = (item ?? {}) as Record<string, unknown>;
  return rest;
}

/** Returns the index of an application in a list of entries. */
export function indexOfEntry(entries: readonly unknown[], application: Application): number {
  return entries.findIndex(entry => keyOf(entry) === applicationKey(application));
}

function keyOf(entry: unknown): string | undefined {
  const parsed = v.safeParse(applicationShape, entry);
  return parsed.success ? applicationKey(parsed.output) : undefined;
}

/** Returns the reason for a validation issue. */
export function reasonOf({ input, expected }: v.BaseIssue<unknown>): FieldReason {
  if (input === undefined || (typeof input === 'string' && input.trim() === '')) return 'missing';
  if (expected === 'string' && typeof input !== 'string') return 'notText';
  if (expected === 'Array') return 'notList';
  return expected === 'Object' ? 'notObject' : 'value';
}

function labelOf(entry: unknown): string | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { name, clientId } = entry as { name?: unknown; clientId?: unknown };
  return [name, clientId].find(value => typeof value === 'string' && value.trim() !== '') as string | undefined;
}
