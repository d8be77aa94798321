import * as vscode from 'vscode';
import type { JsonObject } from '../../../json/json';
import { listIndexes, type TableIndex } from '../../../records/table/schema';
import {
  checkHeader,
  chooseRecognition,
  headerMapping,
  importHeader,
  areTimesStillFree,
  journalPath,
  nextRecords,
  recognitionKind,
} from '../../../records/transfer/importFile';
import type { ImportStopped } from '../../../records/transfer/batch';
import { scanRows, type ImportScan } from '../../../records/transfer/importScan';
import { Journal, type ImportHeader } from '../../../records/transfer/journal';
import type { Mapping } from '../../../records/transfer/mapping';
import { TransferError } from '../../../records/transfer/transferError';
import { targetName } from '../../nodes/environmentName';
import { plainText } from '../../messages/plainText';
import type { CommandArgument } from '../../platform/commandArgument';
import { askToContinue, withProgress } from '../../platform/dialogs';
import { requireWritable } from '../change/writeChanges';
import { refreshShown } from '../document/register';
import { askImport, importTitle, type ImportPlan } from './askImport';
import { continuedOf, importArgument, type StopAnswer } from './importArgument';
import { ImportPreview } from './importPreview';
import { changeTime, removeJournal } from './importJournal';
import { inTurn } from './importTurn';
import { askMapping, readColumns } from './askMapping';
import { askAgain, askInterrupted } from './askRepeated';
import { readTableTarget } from './exportSource';
import { chosenFile, type ChosenFile } from './chosenFile';
import { permitImport } from './permitImport';
import { showReport, showStop } from './importReport';
import { isSmall, openRows } from './openRows';
import type { TransferDependencies } from './transferDependencies';
import type { RunningImport } from './runningImports';
import { doneRows } from '../../../records/transfer/importRate';
import { sendImport } from './sendImport';
import { hasPlan, RememberedPlans } from './servicePlan';
import { transferMessages, withTransferErrors } from './transferMessages';

/** The result of an import, returned to scripts. All numbers count rows. */
interface ImportResult {
  /** Rows that were added to a document as unsaved records. */
  opened: number;
  stored: number;
  present: number;
  rejected: number;
  isComplete: boolean;
  /** Why the import is not complete. */
  stopped?: ImportStopped['reason'] | undefined;
}

/**
 * Imports a file into a table. A few rows become unsaved records of a document. More rows are sent in batches, each row
 * exactly once.
 * @throws UiError, ApiError, vscode.CancellationError
 */
export function runImport(dependencies: TransferDependencies, argument: CommandArgument): Promise<ImportResult> {
  return withTransferErrors(async () => {
    const tableTarget = await readTableTarget(dependencies, argument);
    const { target, table } = tableTarget;
    await requireWritable({ target, guard: dependencies.guard });
    if (table.builtIn) throw new TransferError('builtInTable', plainText(table.name, 60));
    const title = vscode.l10n.t('Import into {0} · {1}', plainText(table.name, 60), targetName(target));
    const chosen = await chosenFile(argument, title);
    return new TableImport(dependencies, tableTarget, chosen).run(continuedOf(argument));
  });
}

/** The journal files of imports that run in this window. */
const running = new Set<string>();

/** The import of one file into one table. */
class TableImport {
  readonly #dependencies: TransferDependencies;
  readonly #tableTarget: ImportPlan['tableTarget'];
  readonly #chosen: ChosenFile;
  readonly #plans: RememberedPlans;
  readonly #journalFile: string;
  #indexes: readonly TableIndex[] = [];
  /** True if the user wants a new import in place of an interrupted one. */
  #startsOver = false;

  constructor(dependencies: TransferDependencies, tableTarget: ImportPlan['tableTarget'], chosen: ChosenFile) {
    this.#dependencies = dependencies;
    this.#tableTarget = tableTarget;
    this.#chosen = chosen;
    this.#plans = new RememberedPlans(dependencies.state);
    this.#journalFile = journalPath(chosen.file.path, this.#address(), tableTarget.table.id);
  }

  /** Begins or continues the import. @param continued the user's answer after a stop */
  async run(continued?: StopAnswer): Promise<ImportResult> {
    const { service, table } = this.#tableTarget;
    if (running.has(this.#journalFile)) throw new TransferError('otherProcess');
    running.add(this.#journalFile);
    try {
      this.#indexes = (await listIndexes(service, table.id, { limit: 100 })).items;
      if ((await changeTime(this.#journalFile)) !== undefined) {
        const result = await this.#inTurn(held => this.#resume(held, continued));
        if (result !== undefined) return result;
      }
      return await this.#begin(await changeTime(this.#journalFile));
    } finally {
      running.delete(this.#journalFile);
    }
  }

  /** @param journalTime when the journal was written that the new one replaces; absent if there is none */
  async #begin(journalTime?: number): Promise<ImportResult> {
    const preview = new ImportPreview(this.#dependencies.folder);
    const { target, table } = this.#tableTarget;
    const columns = await this.#reading(signal => readColumns(this.#chosen, signal));
    const title = importTitle({ chosen: this.#chosen, tableTarget: this.#tableTarget });
    let mapping: Mapping | undefined;
    let scan: ImportScan;
    for (;;) {
      mapping = await askMapping(title, columns, table, mapping);
      scan = await this.#scan(mapping);
      if (isSmall(this.#chosen, mapping, scan)) {
        const rows = scan;
        const open = async () => {
          const opened = await openRows(this.#dependencies, this.#tableTarget, this.#chosen, rows);
          return { opened, stored: 0, present: 0, rejected: 0, isComplete: true };
        };
        return await (this.#startsOver ? this.#replace(journalTime, open) : open());
      }
      const plan = { tableTarget: this.#tableTarget, chosen: this.#chosen, mapping, scan };
      if ((await askImport(plan, { preview, plans: this.#plans })) === 'import') break;
    }
    if (hasPlan(target.application) && this.#plans.of(target.application) === undefined)
      await this.#plans.ask(target.application);
    const header = await this.#permittedHeader(mapping, scan);
    return this.#replace(journalTime, async held => {
      const journal = await Journal.create(this.#journalFile, header, held);
      try {
        return await this.#send(scan, journal);
      } finally {
        await journal.close();
      }
    });
  }

  /** Removes the journal that was known, and does the work. Resumes or begins again if there is another journal now. */
  async #replace(
    journalTime: number | undefined,
    work: (held: () => Promise<boolean>) => Promise<ImportResult>,
  ): Promise<ImportResult> {
    const result = await this.#inTurn(async held => {
      // Another process may have imported the file while the questions were open, with the same creation times.
      if ((await changeTime(this.#journalFile)) !== journalTime) return this.#resume(held);
      await removeJournal(this.#journalFile, this.#startsOver);
      return work(held);
    });
    return result ?? this.#begin(await changeTime(this.#journalFile));
  }

  /**
   * Chooses how stored rows are recognized, and asks the guard to permit the import with its exact first request.
   * @throws vscode.CancellationError
   */
  async #permittedHeader(mapping: Mapping, scan: ImportScan): Promise<ImportHeader> {
    const { table, service } = this.#tableTarget;
    const counts = { rows: scan.rows - scan.wrongRows, requests: scan.requests };
    for (;;) {
      const recognition = await chooseRecognition(service, table, mapping, scan);
      const text = transferMessages.recognition(recognition.kind);
      if (recognition.kind !== recognitionKind(mapping, scan)) await confirmUnrecognized(text);
      const header = importHeader(this.#chosen, table, this.#address(), mapping, recognition);
      const next = await this.#readNext(header);
      await permitImport(this.#dependencies.guard, this.#tableTarget, counts, next, text);
      // While the question was open, others may have created records in the seconds that were chosen for the batches.
      if (await areTimesStillFree(service, table, recognition, scan)) return header;
    }
  }

  /**
   * Continues an interrupted import, or shows the report of a complete import again.
   * @returns `undefined` if a new import must begin: there is no journal, the file has changed since a complete import,
   * or the user wants to import every row again
   */
  async #resume(held: () => Promise<boolean>, continued?: StopAnswer): Promise<ImportResult | undefined> {
    const journal = await Journal.resume(this.#journalFile, held);
    if (journal === undefined) return undefined;
    try {
      const { header } = journal;
      const { file, format } = this.#chosen;
      if (journal.isComplete && header.sha256 !== file.sha256) return undefined;
      if (journal.isComplete && (await askAgain(this.#chosen, doneRows(journal))) === 'again') return undefined;
      const now = { ...this.#address(), table: this.#tableTarget.table.id, format, sha256: file.sha256 };
      const title = importTitle({ chosen: this.#chosen, tableTarget: this.#tableTarget });
      let scan: ImportScan;
      try {
        checkHeader(header, { ...now, batchSize: header.batchSize });
        scan = await this.#scan(headerMapping(header));
      } catch (error) {
        if (journal.isComplete || !isOutdated(error)) throw error;
        await askInterrupted(title, transferMessages.error(error));
        this.#startsOver = true;
        return undefined;
      }
      if (!journal.isComplete) {
        // Rows that the service rejected count as wrong here, so the number is never too small.
        const wrong = Math.max(0, scan.wrongRows - journal.rejectionReasons().size);
        const left = scan.rows - doneRows(journal) - wrong;
        if (continued === undefined && (await askInterrupted(title, left)) === 'again') {
          this.#startsOver = true;
          return undefined;
        }
        const batches = Array.from({ length: Math.ceil(scan.rows / header.batchSize) }, (_, at) => journal.stateOf(at));
        const requests = batches.filter(state => state === undefined || state === 'sent').length;
        // With a unique index, all rows of an unanswered batch are sent again: the service rejects the stored ones.
        const isLastUnknown = batches.includes('sent') && journal.recognition.kind !== 'index';
        const counts = { rows: left, requests, isLastUnknown };
        const text = transferMessages.recognition(journal.recognition.kind);
        const next = await this.#readNext(header, journal);
        await permitImport(this.#dependencies.guard, this.#tableTarget, counts, next, text);
      }
      return await this.#send(scan, journal, continued?.unknown);
    } finally {
      await journal.close();
    }
  }

  async #send(scan: ImportScan, journal: Journal, unknown?: 'stored' | 'missing'): Promise<ImportResult> {
    const { records, running: remembered } = this.#dependencies;
    const begun = { tableTarget: this.#tableTarget, chosen: this.#chosen, scan };
    const address: RunningImport = {
      ...this.#address(),
      table: this.#tableTarget.table.id,
      uri: this.#chosen.uri.toString(),
    };
    const report = await remembered.during(address, () =>
      sendImport(this.#dependencies.guard, begun, this.#indexes, journal, this.#plans, unknown),
    );
    const { stored, present, rejected, stopped } = report;
    if (stopped === undefined) await showReport(begun, report, journal);
    // Not awaited: the message may stay open for a long time. If the window closes it, no answer is needed.
    else void showStop(begun, report, stopped, answer => this.#continue(answer)).catch(() => undefined);
    if (stored > 0) await refreshShown(records, address);
    return { opened: 0, stored, present, rejected, isComplete: stopped === undefined, stopped: stopped?.reason };
  }

  #continue(unknown: StopAnswer['unknown']): void {
    const { target, table } = this.#tableTarget;
    const argument = importArgument(target, table, this.#chosen.uri, { unknown });
    void this.#dependencies.commands.run('hydrogen.table.import', argument);
  }

  #inTurn<T>(work: (held: () => Promise<boolean>) => Promise<T>): Promise<T> {
    return inTurn(this.#journalFile, this.#chosen.name, work);
  }

  /** Reads the records of the next request. */
  #readNext(header: ImportHeader, journal?: Journal): Promise<JsonObject[]> {
    return this.#reading(signal => nextRecords(this.#chosen, this.#tableTarget.table, header, { journal, signal }));
  }

  /** Shows progress, because the rows that are needed can be at the end of a large file. */
  #reading<T>(read: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return withProgress(vscode.l10n.t('Reading {0}…', this.#chosen.name), read);
  }

  #scan(mapping: Mapping): Promise<ImportScan> {
    const { file, format, name } = this.#chosen;
    return withProgress(vscode.l10n.t('Checking {0}…', name), signal =>
      scanRows(file, format, mapping, this.#tableTarget.table, this.#indexes, signal),
    );
  }

  #address(): Pick<RunningImport, 'clientId' | 'authUrl' | 'envId'> {
    const { application, environment } = this.#tableTarget.target;
    return { clientId: application.clientId, authUrl: application.authUrl, envId: environment?.envId };
  }
}

/** Whether an interrupted import cannot be continued because its file or its table has changed. */
function isOutdated(error: unknown): error is TransferError {
  return error instanceof TransferError && (error.code === 'fileChanged' || error.code === 'unknownTarget');
}

async function confirmUnrecognized(text: string): Promise<void> {
  const button = vscode.l10n.t('Import');
  await askToContinue(text, '', button);
}
