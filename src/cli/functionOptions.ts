import { t } from './language';
import {
  flag,
  readArguments,
  readTargetOptions,
  refuseOptionsOfOtherActions,
  targetOptions,
  text,
  WrongInput,
  type TargetOptions,
} from './options';

const actions = ['list', 'pull', 'diff', 'deploy', 'run', 'logs'] as const;

/** The options of `hydrogen functions`. */
export interface FunctionOptions extends TargetOptions {
  action: (typeof actions)[number];
  /** Names of functions. Empty means all functions, where the action allows that. */
  names: string[];
  /** For `pull`: also replaces files that were changed. */
  overwrite: boolean;
  /** For `deploy`: creates functions that the service does not have. */
  create: boolean;
  /** For `run`: the data of the event, as JSON. */
  data: string | undefined;
  yes: boolean;
}

const optionSpecs = { ...targetOptions, data: text, overwrite: flag, create: flag, yes: flag } as const;
const actionOfOption = { overwrite: 'pull', create: 'deploy', data: 'run' } as const;

/** Parses the options of `hydrogen functions`. @param argv the arguments after `functions` @throws WrongInput */
export function readFunctionOptions(argv: readonly string[]): FunctionOptions {
  const { values, positionals } = readArguments(argv, optionSpecs);
  const [word, ...names] = positionals;
  const action = actions.find(each => each === word);
  if (action === undefined) throw new WrongInput(t('Write: hydrogen functions {0} [NAMES]', actions.join('|')));
  refuseOptionsOfOtherActions(values, actionOfOption, 'functions', action);
  if ((action === 'run' || action === 'logs') && names.length !== 1)
    throw new WrongInput(t('Name one function: hydrogen functions {0} NAME', action));
  if (values.env === undefined) throw new WrongInput(t('Name the environment: --env NAME'));
  return {
    action,
    names: [...new Set(names)],
    environment: values.env,
    sandbox: undefined,
    ...readTargetOptions(values),
    overwrite: values.overwrite ?? false,
    create: values.create ?? false,
    data: values.data,
    yes: values.yes ?? false,
  };
}
