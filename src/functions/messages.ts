import type { Translate } from '../api/messages/template';
import type { DeployState } from './deploy';
import type { FunctionError } from './functionError';
import type { NodeProblem } from './node12/check';
import type { LogProblem } from './runLog';
import { functionTemplates, logTemplates, nodeTemplates, replacementTemplate, stateTemplates } from './templates';

/** The messages about functions, for the editor and the program. */
export class FunctionMessages {
  readonly #translate: Translate;

  constructor(translate: Translate) {
    this.#translate = translate;
  }

  error({ code, detail }: FunctionError): string {
    return this.#translate(functionTemplates[code], detail);
  }

  /** Returns how a file and the deployed code differ. */
  state(state: DeployState): string {
    return this.#translate(stateTemplates[state]);
  }

  log(problem: LogProblem): string {
    return this.#translate(logTemplates[problem]);
  }

  /** Returns why code does not run in Node 12, and what to use instead. */
  problem({ code, name, replacement }: NodeProblem): string {
    const sentence = this.#translate(nodeTemplates[code], name);
    return replacement === '' ? sentence : `${sentence} ${this.#translate(replacementTemplate, replacement)}`;
  }
}
