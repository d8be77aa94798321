import type { NodeProblem } from '../functions/node12/check';
import { lineFinder } from '../requests/document/lines';
import { functionMessages } from './messages';

/** Returns a message for each part of a function that Node 12 cannot run, with its line in the code. */
export function nodeProblemLines(name: string, code: string, problems: readonly NodeProblem[]): string[] {
  const lineAt = lineFinder(code);
  return problems.map(problem => `${name}:${lineAt(problem.start) + 1}: ${functionMessages.problem(problem)}`);
}
