import { joinSentences, type Translate } from '../../api/messages/template';
import type { ExportReport } from './exportFile';
import type { ImportReport } from './importFile';
import type { RowProblem } from './importedRow';
import type { Journal, Recognition } from './journal';
import {
  exportTemplates,
  ignoredColumnsTemplate,
  recognitionTemplates,
  reportTemplates,
  rowTemplates,
  transferTemplates,
  unnamedColumnTemplate,
} from './templates';
import type { TransferError } from './transferError';

/** The maximum number of rows that a report names, and of characters of a name. */
const limits = { rows: 5, characters: 60 };

/** The messages about imports and exports, for the editor and the program. */
export class TransferMessages {
  readonly #translate: Translate;

  constructor(translate: Translate) {
    this.#translate = translate;
  }

  /** Returns why an import or an export is not possible, and what to do next. */
  error({ code, detail }: TransferError): string {
    return this.#translate(transferTemplates[code], detail);
  }

  /** Returns why a row is not imported. */
  problem({ code, column = '', detail }: RowProblem): string {
    return this.#translate(rowTemplates[code], column, detail);
  }

  problems(problems: readonly RowProblem[]): string {
    return joinSentences(problems.map(problem => this.problem(problem)));
  }

  /** Explains how an import recognizes stored rows after a lost response. */
  recognition(kind: Recognition['kind']): string {
    return this.#translate(recognitionTemplates[kind]);
  }

  /** Names the columns of a file that are not imported. A column without a heading is a number. */
  ignoredColumns(columns: readonly (string | number)[]): string {
    const names = columns.map(column =>
      typeof column === 'string' ? cut(column) : this.#translate(unnamedColumnTemplate, column),
    );
    return this.#translate(ignoredColumnsTemplate, names.join(', '));
  }

  /** Returns the result of an import as sentences. */
  report(
    { stored, present, rejected, altered, extra, lost }: Omit<ImportReport, 'done' | 'stopped'>,
    journal: Pick<Journal, 'results'>,
  ): string[] {
    const sentences = [this.#translate(reportTemplates.rows, stored, present - lost, rejected)];
    if (lost > 0) sentences.push(this.#translate(reportTemplates.lost, lost));
    if (altered > 0) {
      const rows = [...journal.results()].flatMap(result => result.altered).slice(0, limits.rows);
      const named = rows.map(([row, fields]) => this.#translate(reportTemplates.alteredRow, row, cut(fields)));
      sentences.push(this.#translate(reportTemplates.altered, altered, named.join('; ')));
    }
    if (extra > 0) sentences.push(this.#translate(reportTemplates.extra, extra));
    return sentences;
  }

  /** Returns the result of an export: the number of records, and whether the table changed meanwhile. */
  exported(name: string, { rows, total }: ExportReport): string[] {
    return [
      this.#translate(exportTemplates.exported, rows, name),
      ...(total === undefined || total === rows ? [] : [this.#translate(exportTemplates.changed, total)]),
    ];
  }
}

/** Cuts a name to its first characters, without splitting a surrogate pair. */
function cut(name: string): string {
  const characters = [...name];
  return characters.length > limits.characters ? `${characters.slice(0, limits.characters - 1).join('')}…` : name;
}
