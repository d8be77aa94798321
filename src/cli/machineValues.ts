import path from 'node:path';
import { parseEnv } from 'node:util';
import { Secret } from '../api/secret';
import type { MachineSource } from '../requests/values/dynamicValue';
import { readInside } from './files';
import { RunError } from './messages';

/** Where `{{$dotenv NAME}}` and `{{$processEnv NAME}}` take values from. */
export interface MachineValues {
  env: NodeJS.ProcessEnv;
  /** Names that `--allow-env` has. */
  allowed: readonly string[];
}

/** @throws RunError when there is no such value, or the run may not read it */
export async function machineValue(
  document: string,
  source: MachineSource,
  name: string,
  { env, allowed }: MachineValues,
): Promise<Secret> {
  if (source === '$processEnv' && !allowed.includes(name))
    throw new RunError('notAllowed', `{{$processEnv ${name}}} needs --allow-env ${name}.`);
  const found = source === '$processEnv' ? own(env, name) : await fromFile(document, name);
  if (found === undefined) throw new RunError('noSecret', `There is no ${name} in ${where[source]}.`);
  return new Secret(found);
}

const where: Record<MachineSource, string> = { $dotenv: 'a file .env', $processEnv: 'the environment' };

/** `.env` is beside the document, or in the folder of the run. */
async function fromFile(document: string, name: string): Promise<string | undefined> {
  for (const file of new Set([path.resolve(path.dirname(document), '.env'), path.resolve('.env')])) {
    const text = await readInside(document, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
      throw new RunError('notAllowed', `${path.relative('.', file)} leads out of its folder, or cannot be read.`);
    });
    const value = own(parseEnv(text.toString()), name);
    if (value !== undefined) return value;
  }
  return undefined;
}

function own(values: NodeJS.Dict<string>, name: string): string | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
