import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { isLastingCredential } from '../api/credentialFields';
import { environmentNameProblem } from '../api/environmentNames';
import { Secret } from '../api/secret';
import { applicationShape, type Application } from '../applications/application';
import { parseExactly } from '../json/exactIntegers';
import { WrongInput } from './options';
import { t } from './language';

const value = v.pipe(v.union([v.string(), v.number(), v.bigint(), v.boolean()]), v.transform(String));
/** Rejects lists, which `v.record` would accept as objects. */
const noList = v.custom<object>(one => !Array.isArray(one));
const settingsShape = v.object({
  $schema: v.optional(v.string()),
  application: applicationShape,
  // `src/functions` reads this value.
  functions: v.optional(v.unknown()),
  variables: v.optional(v.pipe(noList, v.record(v.string(), v.pipe(noList, v.record(v.string(), value)))), {}),
});

/** The content of hydrogen.json: an entry of `hydrogen.applications`, and `hydrogen.variables`. */
export interface Settings {
  application: Application;
  /** Variables by the name of the environment; `*` applies to all environments. */
  variables: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/** Reads and checks hydrogen.json. @throws WrongInput */
export async function readSettings(file: string): Promise<Settings> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongInput(
      t('{0} cannot be read. It describes the application; only hydrogen check --sandbox runs without one.', file),
    );
  });
  const json = parsed(text, file);
  const secret = secretIn(json);
  if (secret !== undefined)
    throw new WrongInput(
      t('{0} contains a secret ({1}). Pass secrets through the environment or standard input.', file, secret),
    );
  const unknown = unknownKey(settingsShape, json);
  if (unknown !== undefined) throw new WrongInput(t('{0} has {1}, which is not a known setting.', file, unknown));
  const result = v.safeParse(settingsShape, json);
  if (result.success) return withClearNames(result.output, file);
  throw new WrongInput(t('{0} is not valid: check {1}.', file, v.getDotPath(result.issues[0]) ?? t('its contents')));
}

/** Returns the settings if the names of all environments are unambiguous. @throws WrongInput */
function withClearNames(settings: Settings, file: string): Settings {
  const { environments } = settings.application;
  for (const [at, { name }] of environments.entries()) {
    const problem = environmentNameProblem(name, environments.slice(0, at));
    const path = `application.environments.${at}.name`;
    if (problem === 'reserved')
      throw new WrongInput(
        t('{0}: {1} is “{2}”, which always means production. Choose another name.', file, path, name),
      );
    if (problem === 'duplicate')
      throw new WrongInput(
        t('{0}: {1} is “{2}”, which another environment uses. Choose another name.', file, path, name),
      );
  }
  return settings;
}

function parsed(text: string, source: string): unknown {
  // Some editors on Windows write a byte order mark.
  const value = parseExactly(text.replace(/^\ufeff/, ''));
  if (value === undefined) throw new WrongInput(t('{0} is not JSON.', source));
  return value;
}

/**
 * Returns the path of the first value that is named like a secret, at any depth. Objects are allowed, because an
 * environment may be named like a secret.
 */
function secretIn(value: unknown, at = ''): string | undefined {
  for (const [name, inside] of entriesOf(value)) {
    const path = at === '' ? name : `${at}.${name}`;
    if (isLastingCredential(name) && typeof inside !== 'object') return path;
    const innerPath = secretIn(inside, path);
    if (innerPath !== undefined) return innerPath;
  }
  return undefined;
}

/**
 * Returns the path of the first unknown key, if any. VS Code ignores such keys in its settings, but here they are
 * errors.
 */
function unknownKey(shape: unknown, value: unknown, at = ''): string | undefined {
  const { entries, item, wrapped } = shape as { entries?: Record<string, unknown>; item?: unknown; wrapped?: unknown };
  if (wrapped !== undefined) return unknownKey(wrapped, value, at);
  for (const [name, inside] of entriesOf(value)) {
    const path = at === '' ? name : `${at}.${name}`;
    if (entries !== undefined && !Object.hasOwn(entries, name)) return path;
    const innerPath = unknownKey(item ?? entries?.[name] ?? {}, inside, path);
    if (innerPath !== undefined) return innerPath;
  }
  return undefined;
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

/** The secrets of a run. */
export interface Secrets {
  clientSecret: Secret | undefined;
  userToken: Secret | undefined;
  /** Returns `{{$secret name}}`. @throws WrongInput if an earlier name means another secret of the same variable */
  named(name: string): Secret | undefined;
  /** All secrets, including those that no request uses. */
  all: readonly (readonly [name: string, secret: Secret])[];
}

const prefix = 'HYDROGEN_SECRET_';

/** Returns the environment variable with the value of a secret. */
export function secretVariable(name: string): string {
  return prefix + plainName(name).replace(/\W/g, '_');
}

/** Returns the spelling of a name in its variable, which has no lower case and no hyphens. */
function plainName(name: string): string {
  return name.toUpperCase().replaceAll('-', '_');
}

const secretsShape = v.strictObject({
  clientSecret: v.optional(v.string()),
  userToken: v.optional(v.string()),
  secrets: v.optional(v.record(v.string(), v.string()), {}),
});

/**
 * Reads the secrets of a run.
 * @param input the text of standard input for `--secrets-stdin`; absent if only the environment is used
 * @throws WrongInput
 */
export function readSecrets(env: NodeJS.ProcessEnv, input: string | undefined): Secrets {
  const result = v.safeParse(secretsShape, input === undefined ? {} : parsed(input, t('Standard input')));
  if (!result.success)
    throw new WrongInput(t('Standard input must be a JSON object with clientSecret, userToken or secrets.'));
  const { clientSecret, userToken, secrets = {} } = result.output;
  const secret = (text: string | undefined) => (text === undefined || text === '' ? undefined : new Secret(text));
  // A variable that was made from a file often ends with a line break. The service repeats the value without it, and
  // then it would not be masked.
  const variable = (name: string) => env[name]?.replace(/[\r\n]+$/, '');
  const names = Object.keys(env).filter(name => name.startsWith(prefix));
  const nameOf = new Map<string, string>();
  const namedVariable = (name: string) => {
    const key = secretVariable(name);
    const value = variable(key);
    const earlier = nameOf.get(key) ?? name;
    if (value !== undefined && plainName(earlier) !== plainName(name)) {
      throw new WrongInput(
        t(
          'The secrets {0} and {1} would both get the value of {2}. Rename one of them, or pass it with --secrets-stdin.',
          earlier,
          name,
          key,
        ),
      );
    }
    nameOf.set(key, earlier);
    return value;
  };
  const all = [...names.map(name => [name.slice(prefix.length), variable(name)]), ...Object.entries(secrets)];
  return {
    all: all.flatMap(([name = '', text]) => (text === undefined || text === '' ? [] : [[name, new Secret(text)]])),
    clientSecret: secret(clientSecret ?? variable('HYDROGEN_CLIENT_SECRET')),
    userToken: secret(userToken ?? variable('HYDROGEN_USER_TOKEN')),
    named: name => secret(Object.hasOwn(secrets, name) ? secrets[name] : namedVariable(name)),
  };
}
