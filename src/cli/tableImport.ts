import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  checkColumns,
  checkHeader,
  chooseRecognition,
  importHeader,
  importRows,
  journalPath,
  journalPathPrefix,
  recognitionKind,
  type ImportReport,
} from '../records/transfer/importFile';
import { ImportRate } from '../records/transfer/importRate';
import { columnNames, scanRows, type ImportScan } from '../records/transfer/importScan';
import { whileLocked } from '../records/transfer/importLock';
import { inspectFile, type InputFile } from '../records/transfer/inputFile';
import { Journal } from '../records/transfer/journal';
import type { Mapping } from '../records/transfer/mapping';
import { importLimit } from '../records/transfer/pace';
import { saveRejectedRows, rejectedPath } from '../records/transfer/rejectedRows';
import { pause } from '../api/http/retryAfter';
import { recordName } from '../records/table/recordName';
import { idOf } from '../records/text/recordsText';
import type { ImportStopped } from '../records/transfer/batch';
import { systemCode, TransferError } from '../records/transfer/transferError';
import { confirm, printLines, type CommandContext } from './commandContext';
import { t } from './language';
import { describeError, transferMessages } from './messages';
import { WrongInput } from './options';
import type { TableOptions } from './tableOptions';
import { mappingOf } from './importMapping';
import { openTableSession, type TableSession } from './tableSession';

/** The journal file of an import, and a function that checks whether this process still holds its lock. */
interface LockedJournal {
  journalFile: string;
  held: () => Promise<boolean>;
}

/** The exit codes of an import. */
const [allIn, someRejected, notStarted, canResume] = [0, 1, 2, 3];

/**
 * Imports a file into a table.
 * @returns the exit code: 0 all rows are imported, 1 some were rejected, 2 the service accepts no row, 3 it can be
 * resumed
 * @throws WrongInput, TransferError, RunError, ApiError: nothing was sent
 */
export async function importTable(options: TableOptions, context: CommandContext): Promise<number> {
  const file = await inspectFile(path.resolve(options.file), context.signal);
  const session = await openTableSession(options, context).catch(async (error: unknown) => {
    if (error instanceof WrongInput || !options.resume || !(await hasJournal(file.path))) throw error;
    printLines(context, [describeError(error).text]);
    return undefined;
  });
  if (session === undefined) return canResume;
  try {
    const journalFile = journalPath(file.path, targetOf(session), session.table.id);
    return await inTurn(journalFile, options, context, held =>
      run(file, { journalFile, held }, session, options, context),
    );
  } finally {
    await session.close();
  }
}

/** Like `whileLocked`, with a line while another process holds the lock. @throws WrongInput if the user cancels the wait */
function inTurn<T>(
  journalFile: string,
  { file }: TableOptions,
  context: CommandContext,
  work: (isHeld: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  const waiting = new AbortController();
  context.signal.addEventListener('abort', () => waiting.abort(new WrongInput(t('Nothing was sent.'))), { once: true });
  const onWait = () => printLines(context, [t('Waiting for another import of {0}…', file)]);
  return whileLocked(journalFile, { signal: waiting.signal, onWait }, work);
}

/** True if there is a journal for the file, for any table. */
async function hasJournal(file: string): Promise<boolean> {
  const { dir, base } = path.parse(journalPathPrefix(file));
  const names = await readdir(dir);
  return names.some(name => name.startsWith(base) && name.endsWith('.import'));
}

async function run(
  file: InputFile,
  locked: LockedJournal,
  session: TableSession,
  options: TableOptions,
  context: CommandContext,
): Promise<number> {
  const { journalFile, held } = locked;
  const before = await Journal.resume(journalFile, held);
  if (before !== undefined && !options.resume) {
    await before.close();
    throw new TransferError('alreadyStarted', path.relative('.', journalFile));
  }
  if (before !== undefined) return resume(file, before, session, options, context);
  const journal = await begin(file, locked, session, options, context);
  try {
    return await send(file, journal, session, options, context);
  } finally {
    await journal.close();
  }
}

/** The errors of a journal that does not belong to this command. */
const otherImport: ReadonlySet<string> = new Set(['fileChanged', 'otherTarget', 'otherColumns']);

/** Resumes the import of a journal. @returns the exit code @throws TransferError with a code of `otherImport` */
async function resume(
  file: InputFile,
  journal: Journal,
  session: TableSession,
  options: TableOptions,
  context: CommandContext,
): Promise<number> {
  let isConfirmed = false;
  try {
    const expected = { ...targetOf(session), table: session.table.id, format: options.format, sha256: file.sha256 };
    checkHeader(journal.header, { ...expected, batchSize: journal.header.batchSize });
    checkColumns(journal.header, options.map);
    if (!journal.isComplete) {
      printLines(context, [t('The import continues.')]);
      await confirmImport(options, session, context);
    }
    isConfirmed = true;
    return await send(file, journal, session, options, context);
  } catch (error) {
    if (error instanceof TransferError && otherImport.has(error.code)) throw error;
    // Cancelled at the question: nothing was sent.
    if (!isConfirmed && context.signal.aborted) throw error;
    printLines(context, [describeError(error).text]);
    return canResume;
  } finally {
    await journal.close();
  }
}

/** Checks the file, shows the plan, asks for confirmation, and creates the journal. */
async function begin(
  file: InputFile,
  { journalFile, held }: LockedJournal,
  session: TableSession,
  options: TableOptions,
  context: CommandContext,
): Promise<Journal> {
  const { service, table, indexes } = session;
  const mapping = mappingOf(await columnNames(file, options.format, context.signal), options.map, table);
  const scan = await scanRows(file, options.format, mapping, table, indexes, context.signal);
  const kind = recognitionKind(mapping, scan);
  printLines(context, [...planLines(mapping, scan, session, options), transferMessages.recognition(kind)]);
  if (scan.wrongRows === scan.rows) throw new WrongInput(t('No row can be imported.'));
  await confirmImport(options, session, context);
  // The answer may take long. A second of `created_at` that was free before may not be free any more.
  const recognition = await chooseRecognition(service, table, mapping, scan);
  if (recognition.kind !== kind) {
    printLines(context, [transferMessages.recognition(recognition.kind)]);
    await confirmImport(options, session, context);
  }
  const source = { file, format: options.format };
  return Journal.create(journalFile, importHeader(source, table, targetOf(session), mapping, recognition), held);
}

function planLines(
  mapping: Mapping,
  scan: ImportScan,
  { table, target, perMinute }: TableSession,
  { file }: TableOptions,
): string[] {
  const environment = target.environment?.name ?? t('Production');
  const pairs = [...mapping].flatMap(([name, column]) => (column === undefined ? [] : [`${name} → ${column}`]));
  return [
    t(
      '{0}: {1} rows for the table {2} in {3} · {4}',
      file,
      scan.rows,
      table.name,
      target.application.name,
      environment,
    ),
    t('Columns: {0}', pairs.join(', ')),
    ...(scan.ignoredColumns.length === 0 ? [] : [transferMessages.ignoredColumns(scan.ignoredColumns)]),
    ...(scan.wrongRows === 0 ? [] : [t('Rows with errors, which will be rejected: {0}', scan.wrongRows)]),
    ...scan.firstWrongRows.map(
      row => `  ${t('line {0}: {1}', row.source.line, transferMessages.problems(row.problems))}`,
    ),
    ...(scan.requests === 0 ? [] : [requestsText(scan.requests, perMinute)]),
  ];
}

/** Returns the number of requests of an import. @param perMinute the rate limit; `undefined` if the service has none */
function requestsText(requests: number, perMinute: number | undefined): string {
  if (requests === 1) return t('At least 1 request.');
  if (perMinute === undefined) return t('At least {0} requests.', requests);
  const largest = importLimit(perMinute);
  return t('At least {0} requests, at most {1} a minute. --plan names a larger plan.', requests, largest);
}

/** Asks before the import. @throws WrongInput if the user does not agree */
function confirmImport({ yes }: TableOptions, { target }: TableSession, context: CommandContext): Promise<void> {
  const question = t('Import into {0} now? [y/N] ', target.environment?.name ?? t('Production'));
  return confirm(context, yes, question, t('Nothing was sent. Without a terminal the import needs --yes.'));
}

async function send(
  file: InputFile,
  journal: Journal,
  session: TableSession,
  options: TableOptions,
  context: CommandContext,
): Promise<number> {
  const rate = new ImportRate(journal);
  const onWait = (seconds: number) => context.progress?.(t('The service asks to wait. Continuing in {0} s.', seconds));
  const source = {
    file,
    format: options.format,
    onProgress: ({ done }: { done: number }) => {
      context.progress?.(t('{0} rows, {1} a second', done, rate.of(done)));
    },
  };
  const { service, table, indexes } = session;
  let report: ImportReport;
  try {
    report = await importRows(source, {
      service,
      table,
      indexes,
      journal,
      pause,
      onWait,
      describeProblem: problem => transferMessages.problem(problem),
      signal: context.signal,
      userAnswer: options.unknown,
    });
  } catch (error) {
    printLines(context, [describeError(error).text]);
    return error instanceof TransferError && error.code === 'refusesAll' ? notStarted : canResume;
  }
  printLines(context, transferMessages.report(report, journal));
  if (report.stopped !== undefined) {
    printLines(context, stopLines(report.stopped, session));
    return canResume;
  }
  if (report.rejected > 0) await printRejected(file, journal, options, context);
  return report.rejected > 0 ? someRejected : allIn;
}

async function printRejected(
  file: InputFile,
  journal: Journal,
  { format }: TableOptions,
  context: CommandContext,
): Promise<void> {
  try {
    const shown = path.relative('.', await saveRejectedRows(file, format, journal));
    printLines(context, [t('The rejected rows and the reasons are in {0}.', shown)]);
  } catch (error) {
    const name = journal.rejectedFile ?? (error as NodeJS.ErrnoException).path ?? rejectedPath(file.path);
    const shown = path.relative('.', path.join(path.dirname(file.path), path.basename(name)));
    printLines(context, [
      t('The rejected rows could not be written to {0} ({1}). Repeat with --resume.', shown, systemCode(error)),
    ]);
  }
}

function stopLines({ reason, cause, similarRecords }: ImportStopped, { table }: TableSession): string[] {
  const lines = cause === undefined ? [] : [describeError(cause).text];
  if (reason === 'unknownBatch') {
    lines.push(
      similarRecords.length === 0
        ? t('Whether the rows of the last batch are stored is unknown.')
        : t('Whether the rows of the last batch are stored is unknown. Similar records:'),
    );
    lines.push(...similarRecords.map(record => `  ${idOf(record) ?? ''} ${recordName(record, table.columns) ?? ''}`));
    lines.push(t('Look at the table, then continue with --unknown stored or --unknown missing.'));
  }
  return [...lines, t('The import stopped. Continue with --resume.')];
}

function targetOf({ target }: TableSession): { clientId: string; authUrl: string; envId: string | undefined } {
  const { clientId, authUrl } = target.application;
  return { clientId, authUrl, envId: target.environment?.envId };
}
