import { t } from './language';
import {
  flag,
  list,
  namesIn,
  readArguments,
  readTargetOptions,
  targetOptions,
  text,
  WrongInput,
  type TargetOptions,
} from './options';

/** The options of `hydrogen check`. */
export interface CheckOptions extends TargetOptions {
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
}

const optionSpecs = {
  ...targetOptions,
  sandbox: text,
  grep: text,
  jobs: text,
  junit: text,
  'allow-env': list,
  'run-functions': flag,
  'update-snapshots': flag,
  bail: flag,
  tap: flag,
  json: flag,
  version: flag,
  help: { ...flag, short: 'h' },
} as const;

/** Parses all arguments of the program for `hydrogen check`. @throws WrongInput */
export function readCheckOptions(argv: readonly string[]): CheckOptions | 'help' | 'version' {
  const { values, positionals } = readArguments(withSandboxFile(argv), optionSpecs);
  if (values.help === true || positionals[0] === 'help') return 'help';
  if (values.version === true) return 'version';
  const [command, ...paths] = positionals;
  if (command !== 'check') throw new WrongInput(commandProblem(command));
  const { env, sandbox, 'run-functions': runFunctions = false } = values;
  if ((env === undefined) === (sandbox === undefined)) throw new WrongInput(t('Name either --env or --sandbox.'));
  if (values.tap === true && values.json === true) throw new WrongInput(t('Use either --tap or --json, not both.'));
  return {
    ...readTargetOptions(values),
    paths,
    environment: env,
    sandbox: sandbox === undefined ? undefined : { state: sandbox === '' ? undefined : sandbox, runFunctions },
    allowEnv: namesIn(values['allow-env']) ?? [],
    grep: values.grep === undefined ? undefined : pattern(values.grep),
    jobs: count(values.jobs ?? '1'),
    bail: values.bail ?? false,
    updateSnapshots: values['update-snapshots'] ?? false,
    junit: values.junit,
    output: values.tap === true ? 'tap' : values.json === true ? 'json' : 'lines',
  };
}

const commands = ['check', 'world', 'table', 'functions'];

function commandProblem(command: string | undefined): string {
  const all = commands.join(', ');
  if (command === undefined) return t('The command is missing. Use one of: {0}.', all);
  return commands.includes(command)
    ? t('Write the command before its options: hydrogen {0}', command)
    : t('There is no command {0}. Use one of: {1}.', command, all);
}

/** Joins `--sandbox` and its file into one argument, because `parseArgs` supports no option with an optional value. */
function withSandboxFile(argv: readonly string[]): string[] {
  return argv.flatMap((arg, index) => {
    if (arg === '--sandbox') return argv[index + 1]?.endsWith('.json') === true ? [] : ['--sandbox='];
    return argv[index - 1] === '--sandbox' && arg.endsWith('.json') ? [`--sandbox=${arg}`] : [arg];
  });
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
