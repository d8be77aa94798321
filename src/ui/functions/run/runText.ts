import * as vscode from 'vscode';
import type { DebugRun } from '../../../functions/debugRun';
import { jsonOf } from '../../../json/exactIntegers';
import type { RecordedCall } from '../../../sandbox/sandbox';

/** The result of a run in the sandbox or in an environment. */
export interface ShownRun extends Omit<DebugRun, 'failed'> {
  name: string;
  /** The application and environment where the function ran. */
  target: string;
  sent: readonly RecordedCall[];
}

/** Returns the text of a run: a summary, its value or error, the calls that were recorded but not sent, and its log. */
export function runText(run: ShownRun): string {
  const { name, target, jobId, data, error, log, executionTime, memory, sent } = run;
  const facts = [
    vscode.l10n.t('Run {0} of {1} in {2}', jobId, name, target),
    executionTime === undefined ? undefined : vscode.l10n.t('{0} ms', Math.round(executionTime)),
    memory === undefined ? undefined : vscode.l10n.t('{0} MB', Math.ceil(memory / 1_000_000)),
  ].filter(fact => fact !== undefined);
  const result =
    error === undefined
      ? jsonOf(data, 2)
      : comment(error.stack === '' ? `${error.type}: ${error.message}` : error.stack);
  return [
    comment(facts.join(' · ')),
    error === undefined ? '' : comment(vscode.l10n.t('The function failed.')),
    result,
    ...(sent.length === 0
      ? []
      : ['', comment(vscode.l10n.t('Sent: recorded, nothing has left this machine')), ...sent.map(sentText)]),
    ...(log === '' ? [] : ['', comment(vscode.l10n.t('Log')), comment(log.trimEnd())]),
    '',
  ].join('\n');
}

function sentText({ name, arguments: values }: RecordedCall): string {
  return comment(`BaaS.${name}(${values.slice(1, -1)})`);
}

/** Returns the lines as comments, so that the whole text stays JSON with comments. */
function comment(text: string): string {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(line => `// ${line}`.trimEnd())
    .join('\n');
}

/** Returns the first position in a file that the stack trace of an error names. */
export function positionInStack(stack: string, file: string): vscode.Position | undefined {
  for (const line of stack.split('\n')) {
    const at = line.indexOf(file);
    if (at < 0) continue;
    const [, row, column = '1'] = /^:(\d+)(?::(\d+))?/.exec(line.slice(at + file.length)) ?? [];
    if (row !== undefined) return new vscode.Position(Math.max(0, Number(row) - 1), Math.max(0, Number(column) - 1));
  }
  return undefined;
}
