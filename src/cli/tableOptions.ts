import { formatOf, transferFormats, type TransferFormat } from '../records/transfer/format';
import { isServicePlan, servicePlans, type ServicePlan } from '../records/transfer/pace';
import { t } from './language';
import {
  flag,
  list,
  readArguments,
  readTargetOptions,
  refuseOptionsOfOtherActions,
  targetOptions,
  text,
  WrongInput,
  type TargetOptions,
} from './options';

/** The options of `hydrogen table`. */
export interface TableOptions extends Omit<TargetOptions, 'sandbox'> {
  action: 'import' | 'export';
  file: string;
  table: string;
  format: TransferFormat;
  environment: string;
  yes: boolean;
  /**
   * The service plan, which limits the rate. `undefined` means the free plan, or no limit for a service on this
   * machine.
   */
  plan: ServicePlan | undefined;
  resume: boolean;
  unknown: 'stored' | 'missing' | undefined;
  /** Maps columns of the file to columns of the table; `undefined` if a column is not imported. */
  map: ReadonlyMap<string, string | undefined>;
  where: string | undefined;
  keys: string[] | undefined;
  orderBy: string[] | undefined;
  rawFormulas: boolean;
  /** True to let the service write the export. */
  job: boolean;
}

const optionSpecs = {
  ...targetOptions,
  table: text,
  format: text,
  plan: text,
  unknown: text,
  where: text,
  keys: text,
  'order-by': text,
  map: list,
  yes: flag,
  resume: flag,
  'raw-formulas': flag,
  job: flag,
} as const;

const actionOfOption = {
  resume: 'import',
  map: 'import',
  unknown: 'import',
  where: 'export',
  keys: 'export',
  'order-by': 'export',
  'raw-formulas': 'export',
  job: 'export',
} as const;

/** Parses the options of `hydrogen table`. @param argv the arguments after `table` @throws WrongInput */
export function readTableOptions(argv: readonly string[]): TableOptions {
  const { values, positionals } = readArguments(argv, optionSpecs);
  const [action, file, more] = positionals;
  if ((action !== 'import' && action !== 'export') || file === undefined || more !== undefined)
    throw new WrongInput(t('Write: hydrogen table import FILE, or hydrogen table export FILE'));
  refuseOptionsOfOtherActions(values, actionOfOption, 'table', action);
  const { table, env: environment, unknown, plan } = values;
  if (table === undefined) throw new WrongInput(t('Name the table: --table NAME'));
  if (environment === undefined) throw new WrongInput(t('Name the environment: --env NAME'));
  const format = values.format ?? formatOf(file);
  if (!isFormat(format)) throw new WrongInput(t('--format must be one of: {0}.', transferFormats.join(', ')));
  if (plan !== undefined && !isServicePlan(plan))
    throw new WrongInput(t('--plan must be one of: {0}.', Object.keys(servicePlans).join(', ')));
  if (unknown !== undefined && unknown !== 'stored' && unknown !== 'missing')
    throw new WrongInput(t('--unknown must be stored or missing.'));
  return {
    action,
    file,
    table,
    format,
    environment,
    unknown,
    plan,
    ...readTargetOptions(values),
    yes: values.yes ?? false,
    resume: values.resume ?? false,
    map: new Map((values.map ?? []).map(mapped)),
    where: values.where,
    keys: names(values.keys),
    orderBy: names(values['order-by']),
    rawFormulas: values['raw-formulas'] ?? false,
    job: values.job ?? false,
  };
}

function isFormat(name: string | undefined): name is TransferFormat {
  return transferFormats.some(format => format === name);
}

/** Parses `name=column`, or `name=` for a column that is not imported. */
function mapped(written: string): [name: string, column: string | undefined] {
  const at = written.lastIndexOf('=');
  if (at <= 0) throw new WrongInput(t('Write --map as COLUMN OF THE FILE=COLUMN OF THE TABLE.'));
  const column = written.slice(at + 1).trim();
  return [written.slice(0, at), column === '' ? undefined : column];
}

function names(written: string | undefined): string[] | undefined {
  const list = written?.split(',').map(name => name.trim());
  if (list?.includes('') === true) throw new WrongInput(t('Separate names with commas.'));
  return list;
}
