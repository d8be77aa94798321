import { isCredentialField } from '../api/credentialFields';
import { jsonOfFile } from '../json/jsonValue';
import { applicationKey, type Application, type Environment, guardRules, type GuardRule } from './application';
import { defaultGuardRule } from './guard';
import { indexOfEntry, nameProblems, parseApplications, type EntryProblem } from './applicationList';
import { valueChanges, type ValueChange } from './valueChange';

/** The format marker of an exported file. */
const transferFormat = 'hydrogen-applications';
const version = 1;

/** The changes that an import would make. Creating the plan changes nothing. */
export interface ApplicationImport {
  added: Application[];
  updated: UpdatedApplication[];
  /** Existing applications that the import does not change. */
  unchanged: Application[];
  /** The reasons why entries are left out. */
  problems: EntryProblem[];
  /** Duplicate environments and content groups of an entry; the entry itself is imported without them. */
  repeatedParts: EntryProblem[];
  /** Fields that look like credentials; their values were not read. */
  ignoredSecrets: string[];
}

interface UpdatedApplication {
  /** The result, including existing values that the file does not contain. */
  application: Application;
  before: Application;
  changes: ValueChange[];
}

/** Thrown for a text that is not a valid export. */
export class ApplicationFileError extends Error {
  override readonly name = 'ApplicationFileError';
  readonly code: 'notJson' | 'otherFormat' | 'newerVersion';

  constructor(code: ApplicationFileError['code']) {
    super(code);
    this.code = code;
  }
}

/** Exports the applications as JSON. An `Application` contains no credentials, and the sandbox is left out. */
export function exportText(applications: readonly Application[]): string {
  // Parsing removes unknown fields.
  const known = parseApplications(applications.filter(({ sandbox }) => sandbox === undefined)).applications;
  return `${JSON.stringify({ format: transferFormat, version, applications: known }, undefined, 2)}\n`;
}

/**
 * Compares an exported text, or a list in the format of the setting, with the existing applications.
 * @param byDefault the setting `hydrogen.guard`: no entry may weaken the protection of production
 * @throws ApplicationFileError
 */
export function planImport(text: string, existing: readonly Application[], byDefault?: unknown): ApplicationImport {
  const entries = entriesOf(text);
  const { applications, problems } = parseApplications(entries);
  const plan: ApplicationImport = {
    added: [],
    updated: [],
    unchanged: [],
    ignoredSecrets: secretFields(entries),
    problems: problems.filter(isLeftOut),
    repeatedParts: problems.filter(problem => problem.kind === 'duplicate' && !isLeftOut(problem)),
  };
  for (const entry of applications) {
    const application = withoutWeakGuard(entry, byDefault);
    const before = existing.find(other => applicationKey(other) === applicationKey(application));
    const wrong = wrongNames(application, before, indexOfEntry(entries, application));
    plan.problems.push(...wrong);
    if (wrong.length > 0) continue;
    if (before === undefined) {
      plan.added.push(application);
      continue;
    }
    const merged = merge(before, application);
    const changes = valueChanges(before, merged);
    if (changes.length === 0) plan.unchanged.push(before);
    else plan.updated.push({ application: merged, before, changes });
  }
  return plan;
}

/** True if the problem makes the whole entry unusable. `wrongNames` reports name problems. */
function isLeftOut({ kind, field }: EntryProblem): boolean {
  return kind === 'invalid' || (kind === 'duplicate' && field === 'clientId');
}

/** Returns the problems of new environments with ambiguous names. Does not report environments that exist already. */
function wrongNames(next: Application, before: Application | undefined, index: number): EntryProblem[] {
  const all = before === undefined ? next : merge(before, next);
  const isHere = (envId: string) => before?.environments.some(environment => environment.envId === envId) === true;
  return nameProblems(next.environments, all.environments, { index, label: next.name })
    .filter(({ envId }) => !isHere(envId))
    .map(({ envId: _, ...problem }) => problem);
}

/** Removes a rule for production that is not stricter than the setting, because the application's rule has priority. */
function withoutWeakGuard(application: Application, byDefault: unknown): Application {
  const { guard, ...rest } = application;
  return guard === undefined || strictness(guard) <= strictness(defaultGuardRule(byDefault)) ? rest : application;
}

function strictness(rule: GuardRule): number {
  return guardRules.indexOf(rule);
}

/**
 * Merges an import. Removes nothing and weakens nothing: environments keep their names, and content groups, guards and
 * the storage of secrets stay.
 */
function merge(before: Application, next: Application): Application {
  const guard = before.guard ?? next.guard;
  return {
    ...before,
    name: next.name,
    serverDomain: next.serverDomain,
    environments: union(before.environments, next.environments, ({ envId }) => envId, keptOf),
    contentGroups: union(before.contentGroups, next.contentGroups, ({ id }) => id),
    ...(guard === undefined ? {} : { guard }),
  };
}

function keptOf({ name, guard: rule }: Environment): Partial<Environment> {
  return rule === undefined ? { name } : { name, guard: rule };
}

/** Merges two lists by ID. Imported values have priority, except for those that `keptFields` returns. */
function union<T extends object>(
  before: readonly T[],
  next: readonly T[],
  id: (item: T) => string,
  keptFields: (item: T) => Partial<T> = () => ({}),
): T[] {
  const incoming = new Map(next.map(item => [id(item), item]));
  const known = new Set(before.map(id));
  return [
    ...before.map(item => ({ ...item, ...incoming.get(id(item)), ...keptFields(item) })),
    ...next.filter(item => !known.has(id(item))),
  ];
}

function entriesOf(text: string): unknown[] {
  const value = jsonOfFile(text);
  if (value === undefined) throw new ApplicationFileError('notJson');
  if (Array.isArray(value)) return value;
  const { format, version: written, applications } = (value ?? {}) as Record<string, unknown>;
  if (format !== transferFormat) throw new ApplicationFileError('otherFormat');
  if (typeof written === 'number' && written > version) throw new ApplicationFileError('newerVersion');
  if (!Array.isArray(applications)) throw new ApplicationFileError('otherFormat');
  return applications;
}

/** Returns the names of fields that look like credentials, up to 10 levels deep. */
function secretFields(value: unknown, names = new Set<string>(), depth = 0): string[] {
  if (typeof value === 'object' && value !== null && depth < 10) {
    for (const [name, inner] of Object.entries(value)) {
      if (!Array.isArray(value) && isCredentialField(name)) names.add(name);
      else secretFields(inner, names, depth + 1);
    }
  }
  return [...names];
}
