import type { CommandContext } from './commandContext';
import { describeError } from './messages';
import { WrongInput } from './options';
import { exportTable } from './tableExport';
import { importTable } from './tableImport';
import { readTableOptions } from './tableOptions';

/**
 * Runs `hydrogen table`.
 * @returns the exit code
 * @throws WrongInput if an import cannot start; errors of `exportTable`
 */
export async function runTable(argv: readonly string[], context: CommandContext): Promise<number> {
  const options = readTableOptions(argv);
  if (options.action === 'export') return exportTable(options, context);
  try {
    return await importTable(options, context);
  } catch (error) {
    // Other errors have exit codes with a different meaning for an import, such as 3.
    throw error instanceof WrongInput ? error : new WrongInput(describeError(error).text);
  }
}
