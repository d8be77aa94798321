import { parseArgs } from 'node:util';

export const usage = `Usage: hydrogen check [files or folders] (--env NAME | --sandbox [state.json]) [options]

Sends the requests of *.hydrogen.http files and runs their checks. Without a path: all such files below this folder.

  --env NAME           environment of the application in hydrogen.json; Production needs --allow-production
  --sandbox [FILE]     a sandbox that is started for this run; FILE is a saved state of a sandbox
  --run-functions      the sandbox runs cloud functions: their code runs on this machine, with your rights
  --allow-production   requests may go to production
  --allow-host HOST    secrets may go to this host besides those of the service; HYDROGEN_ALLOW_HOSTS has more
  --allow-env NAME     {{$processEnv NAME}} may read this variable
  --settings FILE      instead of hydrogen.json
  --grep PATTERN       only requests whose label matches, and the requests they need
  --jobs N             files at the same time, 1 to 32 (default: 1)
  --bail               stop at the first request that fails
  --update-snapshots   writes snapshots that differ, removes unused ones; missing ones are written without this option, except in CI
  --junit FILE         writes a JUnit report
  --tap                prints TAP instead of lines for people
  --json               prints the results as JSON instead
  --secrets-stdin      reads secrets as JSON from standard input: {"clientSecret", "userToken", "secrets": {"name": "value"}}
  --version            the version of this program
  --help               this text

Secrets come from standard input or the environment: HYDROGEN_CLIENT_SECRET for the Open API, HYDROGEN_USER_TOKEN for requests
as a user, HYDROGEN_SECRET_NAME for {{$secret name}}. HYDROGEN_CLIENT_ID refuses a hydrogen.json of another application.

Exit codes: 0 passed, 1 a check failed, 2 a file or option is wrong, 3 no connection, 4 not authorized, 130 cancelled.
`;

/** What was asked for on the command line. */
export interface Options {
  /** Files and folders. */
  paths: string[];
  environment: string | undefined;
  /** `state`: a file. */
  sandbox: { state: string | undefined; runFunctions: boolean } | undefined;
  allowProduction: boolean;
  /** Hosts besides those of the service that secrets may go to. */
  allowHosts: string[];
  /** Names that `{{$processEnv}}` may read. */
  allowEnv: string[];
  settings: string;
  grep: RegExp | undefined;
  jobs: number;
  bail: boolean;
  updateSnapshots: boolean;
  junit: string | undefined;
  output: 'lines' | 'tap' | 'json';
  secretsFromStdin: boolean;
}

/** A file, an option or a setting that is wrong: the sentence says which. */
export class WrongInput extends Error {}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = { type: 'string', multiple: true } as const;
const known = {
  ...{ env: text, sandbox: text, settings: text, grep: text, jobs: text, junit: text },
  ...{
    'run-functions': flag,
    'allow-production': flag,
    'allow-host': list,
    'allow-env': list,
    'update-snapshots': flag,
    bail: flag,
    tap: flag,
    json: flag,
    'secrets-stdin': flag,
    help: flag,
    version: flag,
  },
} as const;

/** @throws WrongInput */
export function readOptions(argv: readonly string[]): Options | 'help' | 'version' {
  const { values, positionals } = parsed(argv);
  if (values.help === true || positionals[0] === 'help') return 'help';
  if (values.version === true) return 'version';
  const [command, ...paths] = positionals;
  if (command !== 'check')
    throw new WrongInput(
      `${command === undefined ? 'The command is missing.' : `There is no command ${command}.`} Write: hydrogen check`,
    );
  const { env, sandbox, 'run-functions': runFunctions = false } = values;
  if ((env === undefined) === (sandbox === undefined)) throw new WrongInput('Name either --env or --sandbox.');
  if (values.tap === true && values.json === true) throw new WrongInput('Use either --tap or --json, not both.');
  return {
    paths,
    environment: env,
    sandbox: sandbox === undefined ? undefined : { state: sandbox === '' ? undefined : sandbox, runFunctions },
    allowProduction: values['allow-production'] ?? false,
    allowHosts: values['allow-host'] ?? [],
    allowEnv: (values['allow-env'] ?? []).flatMap(names => names.split(',')),
    settings: values.settings ?? 'hydrogen.json',
    grep: values.grep === undefined ? undefined : pattern(values.grep),
    jobs: count(values.jobs ?? '1'),
    bail: values.bail ?? false,
    updateSnapshots: values['update-snapshots'] ?? false,
    junit: values.junit,
    output: values.tap === true ? 'tap' : values.json === true ? 'json' : 'lines',
    secretsFromStdin: values['secrets-stdin'] ?? false,
  };
}

function parsed(argv: readonly string[]) {
  // Its value is the only one that may be left out.
  const args = argv.flatMap((arg, index) => {
    if (arg === '--sandbox') return argv[index + 1]?.endsWith('.json') === true ? [] : ['--sandbox='];
    return argv[index - 1] === '--sandbox' && arg.endsWith('.json') ? [`--sandbox=${arg}`] : [arg];
  });
  try {
    return parseArgs({ args, options: known, allowPositionals: true, strict: true });
  } catch (error) {
    throw new WrongInput((error as Error).message.split('\n')[0] ?? '');
  }
}

function pattern(written: string): RegExp {
  try {
    return new RegExp(written, 'iu');
  } catch {
    throw new WrongInput('--grep is not a regular expression.');
  }
}

function count(written: string): number {
  const number = Number(written);
  if (!/^\d{1,2}$/.test(written) || number < 1 || number > 32)
    throw new WrongInput('--jobs must be a number from 1 to 32.');
  return number;
}
