import path from 'node:path';
import { isJsonObject, valueOf } from '../json/json';
import { exportToFile } from '../records/transfer/exportFile';
import { exportByService, manyRows } from '../records/transfer/exportJob';
import { firstUnknownColumn, type ExportQuery } from '../records/transfer/exportRows';
import { printLines, type CommandContext } from './commandContext';
import { t } from './language';
import { transferMessages } from './messages';
import { WrongInput } from './options';
import type { TableOptions } from './tableOptions';
import { openTableSession } from './tableSession';

/**
 * Exports records of a table to a file.
 * @returns the exit code: 1 if the file has fewer records than the table had at the beginning
 * @throws WrongInput, TransferError, RunError, ApiError: the file is unchanged
 */
export async function exportTable(options: TableOptions, context: CommandContext): Promise<number> {
  const { where, keys, orderBy, format, rawFormulas, job } = options;
  if (where !== undefined && !isJsonObject(valueOf(where)))
    throw new WrongInput(t('--where must be a JSON object such as {0}.', '{"price":{"$gt":10}}'));
  if (job && format !== 'csv' && format !== 'json') throw new WrongInput(t('--job writes CSV or JSON.'));
  const session = await openTableSession(options, context);
  try {
    const { table, service } = session;
    const query: ExportQuery = { table, where, keys, orderBy };
    const unknown = firstUnknownColumn(query);
    if (unknown !== undefined) throw new WrongInput(t('The table has no column {0}.', unknown));
    const target = path.resolve(options.file);
    const onWait = (seconds: number) =>
      context.progress?.(t('The service asks to wait. Continuing in {0} s.', seconds));
    const reading = { service, signal: context.signal, onWait };
    if (job) {
      const onProgress = (bytes: number) => context.progress?.(`${Math.round(bytes / 1000)} kB`);
      await exportByService(target, format === 'json' ? 'json' : 'csv', query, { ...reading, onProgress });
      printLines(context, [t('The service exported the table to {0}.', options.file)]);
      return 0;
    }
    const onProgress = (count: number, total: number | undefined) => context.progress?.(`${count} / ${total ?? '?'}`);
    const report = await exportToFile(target, query, { ...reading, format, rawFormulas, onProgress });
    const { rows, total } = report;
    const lines = transferMessages.exported(options.file, report);
    if (!rawFormulas && (format === 'csv' || format === 'tsv'))
      lines.push(
        t('Texts that a spreadsheet would evaluate are in double quotes. --raw-formulas writes them unchanged.'),
      );
    if (rows > manyRows) lines.push(t('--job lets the service export large tables with fewer requests.'));
    printLines(context, lines);
    return total !== undefined && rows < total ? 1 : 0;
  } finally {
    await session.close();
  }
}
