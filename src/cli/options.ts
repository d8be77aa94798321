import { parseArgs, type ParseArgsConfig } from 'node:util';
import { t } from './language';

/** Options that select the target of a command's requests. */
export interface TargetOptions {
  environment: string | undefined;
  /** `state`: a saved state or a world file. */
  sandbox: { state: string | undefined; runFunctions: boolean } | undefined;
  allowProduction: boolean;
  /** Hosts besides those of the service that secrets may go to. */
  allowHosts: string[];
  settings: string;
  secretsFromStdin: boolean;
}

/** An invalid file, option or setting; the message names it. */
export class WrongInput extends Error {}

export const text = { type: 'string' } as const;
export const flag = { type: 'boolean' } as const;
export const list = { type: 'string', multiple: true } as const;

/** The options that every command with a target has. */
export const targetOptions = {
  ...{ env: text, settings: text, lang: text, 'allow-host': list },
  ...{ 'allow-production': flag, 'secrets-stdin': flag },
} as const;

/** The values of `targetOptions`, without the environment: it is optional only where a sandbox may take its place. */
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

/** @throws WrongInput for an unknown option, an option without its value */
export function readArguments<const T extends NonNullable<ParseArgsConfig['options']>>(
  argv: readonly string[],
  options: T,
) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new WrongInput(argumentProblem(error as NodeJS.ErrnoException));
  }
}

/** Node describes the problem only in English. */
function argumentProblem({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return t('There is no option {0}.', option);
  if (code === 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE')
    return t('The option {0} lacks a value, or does not take one.', option);
  return message.split('\n')[0] ?? '';
}
