import { parseArgs, type ParseArgsConfig } from 'node:util';
import { languages, t } from './language';

/** The options that select the target of a command's requests. */
export interface TargetOptions {
  environment: string | undefined;
  /** `state` is the path of a saved state or a world file. */
  sandbox: { state: string | undefined; runFunctions: boolean } | undefined;
  allowProduction: boolean;
  /** Hosts that may receive secrets, in addition to those of the service. */
  allowHosts: string[];
  settings: string;
  secretsFromStdin: boolean;
}

/** Thrown for an invalid file, option or setting, or if the user does not confirm. The message is shown as it is. */
export class WrongInput extends Error {}

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const list = { type: 'string', multiple: true } as const;

/** The options that all commands with a target share, for `parseArgs`. */
export const targetOptions = {
  env: text,
  settings: text,
  lang: text,
  'allow-host': list,
  'allow-production': flag,
  'secrets-stdin': flag,
} as const;

/**
 * Returns the values of `targetOptions` with their defaults. The environment is not included: most commands require it,
 * but `check` also accepts a sandbox.
 */
export function readTargetOptions(values: {
  settings?: string | undefined;
  'allow-production'?: boolean | undefined;
  'allow-host'?: string[] | undefined;
  'secrets-stdin'?: boolean | undefined;
}): Omit<TargetOptions, 'environment' | 'sandbox'> {
  return {
    settings: values.settings ?? 'hydrogen.json',
    allowProduction: values['allow-production'] ?? false,
    allowHosts: values['allow-host'] ?? [],
    secretsFromStdin: values['secrets-stdin'] ?? false,
  };
}

/**
 * Parses arguments strictly.
 * @throws WrongInput for an unknown option, a missing or unexpected value, or another language than the program has
 */
export function readArguments<const T extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: T,
) {
  try {
    const parsed = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
    const { lang } = parsed.values as { lang?: string };
    if (lang !== undefined && !languages.some(language => language === lang))
      throw new WrongInput(t('--lang must be one of: {0}.', languages.join(', ')));
    return parsed;
  } catch (error) {
    if (error instanceof WrongInput) throw error;
    throw new WrongInput(argumentProblem(error as NodeJS.ErrnoException));
  }
}

/**
 * Refuses options of other actions. For example, `table import --keys name` would import
 * every column.
 * @param actionOfOption the only action that accepts an option, by the option's name
 * @throws WrongInput
 */
export function refuseOptionsOfOtherActions(
  values: Readonly<Record<string, unknown>>,
  actionOfOption: Readonly<Record<string, string>>,
  command: string,
  action: string,
): void {
  for (const [option, only] of Object.entries(actionOfOption)) {
    if (values[option] !== undefined && only !== action)
      throw new WrongInput(t('The option {0} is only for {1}.', `--${option}`, `hydrogen ${command} ${only}`));
  }
}

/** Returns the names in the values of an option, which are separated by commas; `undefined` without the option. */
export function namesIn(values: readonly string[] | undefined): string[] | undefined {
  return values?.flatMap(each => each.split(',').map(name => name.trim())).filter(name => name !== '');
}

/** Returns a translated message, because Node describes the problem only in English. */
function argumentProblem({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return t('There is no option {0}.', option);
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE' && message.includes('ambiguous'))
    return t('The option {0} lacks a value. A value that begins with a dash follows an equals sign: {0}=-…', option);
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return t('The option {0} lacks a value, or does not take one.', option);
  return message.split('\n')[0] ?? '';
}
