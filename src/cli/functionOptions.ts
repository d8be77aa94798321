import { parseArgs } from 'node:util';
import { t } from './language';
import { argumentProblem, WrongInput, type TargetOptions } from './options';

const actions = ['list', 'pull', 'diff', 'deploy', 'run', 'logs'] as const;

/** The options of `hydrogen functions`. */
export interface FunctionOptions extends TargetOptions {
  action: (typeof actions)[number];
  /** Names of functions; empty: all. */
  names: string[];
  /** pull: files that were changed are replaced, too. */
  overwrite: boolean;
  /** deploy: creates functions that the service does not have. */
  create: boolean;
  /** run: the data of the event, as JSON. */
  data: string | undefined;
  yes: boolean;
  secretsFromStdin: boolean;
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = { type: 'string', multiple: true } as const;
const known = {
  ...{ env: text, settings: text, data: text, lang: text, 'allow-host': list },
  ...{ overwrite: flag, create: flag, yes: flag, 'allow-production': flag, 'secrets-stdin': flag },
} as const;

/** @param argv what follows `functions` @throws WrongInput */
export function readFunctionOptions(argv: readonly string[]): FunctionOptions {
  const { values, positionals } = parsed(argv);
  const [word, ...names] = positionals;
  const action = actions.find(each => each === word);
  if (action === undefined) throw new WrongInput(t('Write: hydrogen functions {0} [NAMES]', actions.join('|')));
  if ((action === 'run' || action === 'logs') && names.length !== 1)
    throw new WrongInput(t('Name one function: hydrogen functions {0} NAME', action));
  if (values.env === undefined) throw new WrongInput(t('Name the environment: --env NAME'));
  return {
    ...{ action, names: [...new Set(names)], environment: values.env, sandbox: undefined },
    settings: values.settings ?? 'hydrogen.json',
    allowProduction: values['allow-production'] ?? false,
    allowHosts: values['allow-host'] ?? [],
    secretsFromStdin: values['secrets-stdin'] ?? false,
    overwrite: values.overwrite ?? false,
    create: values.create ?? false,
    data: values.data,
    yes: values.yes ?? false,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: known, allowPositionals: true, strict: true });
  } catch (error) {
    throw new WrongInput(argumentProblem(error as NodeJS.ErrnoException));
  }
}
