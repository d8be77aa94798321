import type { Translate } from '../../api/messages/template';
import type { RowProblem } from './importedRow';
import { rowTemplates, transferTemplates } from './templates';
import type { TransferError } from './transferError';

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
    return problems.map(problem => this.problem(problem)).join(' ');
  }
}
