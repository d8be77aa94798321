import { parseArgs } from 'node:util';
import { languages, t } from './language';

/** Where the requests of a command go. */
export interface TargetOptions {
  environment: string | undefined;
  /** `state`: a saved state or a world file. */
  sandbox: { state: string | undefined; runFunctions: boolean } | undefined;
  allowProduction: boolean;
  /** Hosts besides those of the service that secrets may go to. */
  allowHosts: string[];
  settings: string;
}

/** The parsed command line. */
export interface Options extends TargetOptions {
  /** Files and folders. */
  paths: string[];
  /** Names that `{{$processEnv}}` may read. */
  allowEnv: string[];
  grep: RegExp | undefined;
  jobs: number;
  bail: boolean;
  updateSnapshots: boolean;
  junit: string | undefined;
  output: 'lines' | 'tap' | 'json';
  secretsFromStdin: boolean;
}

/** An invalid file, option or setting; the message names it. */
export class WrongInput extends Error {}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = { type: 'string', multiple: true } as const;
const known = {
  ...{ env: text, sandbox: text, settings: text, grep: text, jobs: text, junit: text, lang: text },
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
  if (values.lang !== undefined && !languages.some(language => language === values.lang))
    throw new WrongInput(t('--lang must be one of: {0}.', languages.join(', ')));
  if (values.help === true || positionals[0] === 'help') return 'help';
  if (values.version === true) return 'version';
  const [command, ...paths] = positionals;
  if (command !== 'check')
    throw new WrongInput(
      command === undefined
        ? t('The command is missing. Write: hydrogen check')
        : t('There is no command {0}. Write: hydrogen check', command),
    );
  const { env, sandbox, 'run-functions': runFunctions = false } = values;
  if ((env === undefined) === (sandbox === undefined)) throw new WrongInput(t('Name either --env or --sandbox.'));
  if (values.tap === true && values.json === true) throw new WrongInput(t('Use either --tap or --json, not both.'));
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
  // It is the only option whose value is optional.
  const args = argv.flatMap((arg, index) => {
    if (arg === '--sandbox') return argv[index + 1]?.endsWith('.json') === true ? [] : ['--sandbox='];
    return argv[index - 1] === '--sandbox' && arg.endsWith('.json') ? [`--sandbox=${arg}`] : [arg];
  });
  try {
    return parseArgs({ args, options: known, allowPositionals: true, strict: true });
  } catch (error) {
    throw new WrongInput(argumentProblem(error as NodeJS.ErrnoException));
  }
}

/** Node describes the problem only in English. */
export function argumentProblem({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return t('There is no option {0}.', option);
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return t('The option {0} lacks a value, or does not take one.', option);
  return message.split('\n')[0] ?? '';
}

function pattern(written: string): RegExp {
  try {
    return new RegExp(written, 'iu');
  } catch {
    throw new WrongInput(t('--grep is not a regular expression.'));
  }
}

function count(written: string): number {
  const number = Number(written);
  if (!/^\d{1,2}$/.test(written) || number < 1 || number > 32)
    throw new WrongInput(t('--jobs must be a number from 1 to 32.'));
  return number;
}
