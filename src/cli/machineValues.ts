import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Secret } from '../api/secret';
import type { MachineSource } from '../requests/document/dynamicValue';
import { dotenvValue, ownValue } from '../requests/document/environmentValues';
import { readBodyFile } from './files';
import { RunError } from './messages';
import { t } from './language';

/** The environment variables of the program, and the names that a document may read. */
interface MachineValueSources {
  env: NodeJS.ProcessEnv;
  /** The names in `--allow-env`. */
  allowed: readonly string[];
}

/**
 * Returns the value of `{{$dotenv NAME}}` or `{{$processEnv NAME}}`.
 * @throws RunError if the value does not exist, or the run may not read it
 */
export async function machineValue(
  document: string,
  source: MachineSource,
  name: string,
  { env, allowed }: MachineValueSources,
): Promise<Secret> {
  if (source === '$processEnv' && !allowed.includes(name))
    throw new RunError('notAllowed', t('{0} needs --allow-env {1}.', `{{$processEnv ${name}}}`, name));
  const value = source === '$processEnv' ? ownValue(env, name) : await fromFile(document, name);
  if (value === undefined)
    throw new RunError(
      'noSecret',
      source === '$dotenv'
        ? t('There is no {0} in a file .env.', name)
        : t('There is no {0} in the environment.', name),
    );
  return new Secret(value);
}

/** Reads a value from the `.env` beside the document, or in the working directory. */
async function fromFile(document: string, name: string): Promise<string | undefined> {
  // `readBodyFile` requires real paths. On some systems, folders such as `/tmp` are links.
  const folders = await Promise.all([path.dirname(document), '.'].map(folder => realpath(folder)));
  const files = new Set(folders.map(folder => path.join(folder, '.env')));
  const { value } = await dotenvValue(name, files, file =>
    readBodyFile(document, file).catch((error: unknown) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw new RunError('notAllowed', t('{0} leads out of its folder, or cannot be read.', path.relative('.', file)));
    }),
  );
  return value;
}
