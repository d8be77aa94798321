/** A test environment as users and documents name it. */
export interface NamedEnvironment {
  name: string;
  envId: string;
}

/** The result of looking up a name or Env ID; `environment` is absent for production. */
type EnvironmentMatch<E> = { kind: 'found'; environment: E | undefined } | { kind: 'ambiguous' } | { kind: 'unknown' };

/** Names of the environment without an Env ID, in both languages of the extension. */
const productionNames = ['production', '生产环境'];

/** Whether a text names production. */
export function isProduction(text: string): boolean {
  return productionNames.includes(sameName(text));
}

/** Normalizes a name: names that differ only in case or Unicode normalization look the same to a person. */
function sameName(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase();
}

/**
 * Finds the environment for `# @environment`. An Env ID is unique, so it has priority over names. A name that fits more than
 * one environment, or production as well, is ambiguous: the first one may be the wrong one.
 */
export function findEnvironment<E extends NamedEnvironment>(
  environments: readonly E[],
  nameOrEnvId: string,
): EnvironmentMatch<E> {
  const named = environments.filter(({ name }) => sameName(name) === sameName(nameOrEnvId));
  const withId = environments.find(({ envId }) => envId === nameOrEnvId);
  if (isProduction(nameOrEnvId)) {
    const isClear = named.length === 0 && withId === undefined;
    return isClear ? { kind: 'found', environment: undefined } : { kind: 'ambiguous' };
  }
  if (withId !== undefined) return { kind: 'found', environment: withId };
  const [first, ...more] = named;
  if (first === undefined) return { kind: 'unknown' };
  return more.length > 0 ? { kind: 'ambiguous' } : { kind: 'found', environment: first };
}

/**
 * Returns the word for `# @environment`: the name if it is unambiguous, otherwise the Env ID. An environment that is
 * not in the list gets a word that matches no environment, so that its request is refused.
 * @param environment absent for production
 */
export function environmentWord(
  environment: NamedEnvironment | undefined,
  environments: readonly NamedEnvironment[],
): string {
  if (environment === undefined) return 'Production';
  const { name, envId } = environment;
  const means = (word: string) => {
    const match = findEnvironment(environments, word);
    return match.kind === 'found' && match.environment?.envId === envId;
  };
  if (name === name.trim() && !/[\p{Cc}\u2028\u2029]/u.test(name) && means(name)) return name;
  const isSafe = means(envId) || findEnvironment(environments, envId).kind === 'unknown';
  return isSafe ? envId : `Env ID ${envId}`;
}

/** `reserved`: the name means production. `duplicate`: another environment has it as its name or Env ID. */
type EnvironmentNameProblem = 'reserved' | 'duplicate';

/**
 * Returns the reason why an environment must not have this name: a document that uses it could be sent to another
 * environment.
 */
export function environmentNameProblem(
  name: string,
  others: readonly NamedEnvironment[],
): EnvironmentNameProblem | undefined {
  if (isProduction(name)) return 'reserved';
  const isTaken = others.some(other => sameName(other.name) === sameName(name) || other.envId === name);
  return isTaken ? 'duplicate' : undefined;
}
