import type { CommandContext } from './commandContext';
import { describeError } from './messages';
import { WrongInput } from './options';
import { exportTable } from './tableExport';
import { importTable } from './tableImport';
import { readTableOptions } from './tableOptions';

/** Runs `hydrogen table`. @returns the exit code @throws WrongInput for any error; an import has then sent nothing */
export async function runTable(argv: readonly string[], context: CommandContext): Promise<number> {
  const options = readTableOptions(argv);
  try {
    return await (options.action === 'import' ? importTable(options, context) : exportTable(options, context));
  } catch (error) {
    // Other errors have exit codes with a different meaning for this command, such as 3.
    throw error instanceof WrongInput ? error : new WrongInput(describeError(error).text);
  }
}
