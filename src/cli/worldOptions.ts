import { defaultRate } from '../world/environmentReader';
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
import { t } from './language';

/** The options of `hydrogen world pull`. */
export interface PullOptions extends TargetOptions {
  command: 'pull';
  /** The path of the world file. */
  output: string;
  /** Names of tables; `undefined` means all tables. */
  tables: readonly string[] | undefined;
  /** The number of records to read from each table, newest first. */
  records: number;
  functions: boolean;
  excludedFunctions: readonly string[];
  /** The number of contents to read from each content group, newest first. */
  contents: number;
  /** Columns to mask, as `table.column`, in addition to those with names of personal data. */
  masks: readonly string[];
  /** Requests per minute. */
  rate: number;
  /** True to read the environment. Otherwise only the plan is shown. */
  yes: boolean;
}

interface DiffOptions {
  command: 'diff';
  files: readonly [string, string];
}

const optionSpecs = {
  ...targetOptions,
  output: { ...text, short: 'o' },
  records: text,
  contents: text,
  rate: text,
  tables: list,
  mask: list,
  'exclude-function': list,
  'no-functions': flag,
  yes: flag,
} as const;

/** Parses the options of `hydrogen world`. @param argv the arguments after `world` @throws WrongInput */
export function readWorldOptions(argv: readonly string[]): PullOptions | DiffOptions {
  const { values, positionals } = readArguments(argv, optionSpecs);
  const [command, ...files] = positionals;
  if (command === 'diff') {
    const [one, other, ...more] = files;
    if (one === undefined || other === undefined || more.length > 0)
      throw new WrongInput(t('Name two world files: hydrogen world diff OLD NEW'));
    return { command, files: [one, other] };
  }
  if (command !== 'pull') throw new WrongInput(t('Write hydrogen world pull or hydrogen world diff.'));
  if (files.length > 0)
    throw new WrongInput(t('There is no place for {0}. Name the file with --output.', files[0] ?? ''));
  if (values.env === undefined) throw new WrongInput(t('Name the environment with --env.'));
  if (values.output === undefined) throw new WrongInput(t('Name the world file with --output.'));
  return {
    command,
    environment: values.env,
    sandbox: undefined,
    ...readTargetOptions(values),
    output: values.output,
    tables: namesIn(values.tables),
    records: count('--records', values.records ?? '0'),
    contents: count('--contents', values.contents ?? '0'),
    functions: values['no-functions'] !== true,
    excludedFunctions: namesIn(values['exclude-function']) ?? [],
    masks: namesIn(values.mask) ?? [],
    rate: Math.max(1, count('--rate', values.rate ?? String(defaultRate))),
    yes: values.yes ?? false,
  };
}

function count(option: string, written: string): number {
  if (!/^\d{1,7}$/.test(written)) throw new WrongInput(t('{0} must be a number.', option));
  return Number(written);
}
