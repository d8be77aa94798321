import * as vscode from 'vscode';
import type { RequestResult } from '../../requests/checks/result';
import type { Verdict } from '../../requests/checks/verdict';
import { indentJson } from '../../json/indent';
import { plainText } from '../messages/plainText';
import { editorRange } from '../requests/document/parsedDocument';
import { outdatedSnapshot } from '../requests/sending/outdatedSnapshots';
import { messages } from '../requests/document/requestMessage';

/** Returns a message for each failure, at the line of its check or request. Comparisons are shown as a diff. */
export function messagesOf(
  { verdicts, problem, line }: RequestResult,
  source: vscode.TextDocument,
): vscode.TestMessage[] {
  const failed = verdicts.filter(({ passed }) => !passed);
  const failures = failed.map(verdict =>
    messageOf(verdict, new vscode.Location(source.uri, editorRange(source, verdict.range))),
  );
  if (problem === undefined) return failures;
  const message = new vscode.TestMessage(plainText(messages.problem(problem), 1000));
  message.location = new vscode.Location(source.uri, new vscode.Position(problem.line ?? line, 0));
  return [message, ...failures];
}

function messageOf(verdict: Verdict, location: vscode.Location): vscode.TestMessage {
  const { expected, actual, operator = '==' } = verdict;
  const text = plainText(messages.verdict(verdict), 1000);
  // Only values that should be equal can be compared: VS Code would show a failed `> 100` as “4 != 100”.
  const canCompare = operator === '==' && expected !== undefined && actual !== undefined && expected !== actual;
  const message = canCompare
    ? vscode.TestMessage.diff(text, readable(expected), readable(actual))
    : new vscode.TestMessage(text);
  message.location = location;
  if (verdict.failure === 'otherSnapshot') message.contextValue = outdatedSnapshot;
  return message;
}

function readable(value: string): string {
  return /^[[{]/.test(value) ? (indentJson(value) ?? value) : value;
}

/** Returns a line for the request and one for each failed check. */
export function outputOf(result: RequestResult): string[] {
  const { sign, text } = messages.result(result);
  return [`${sign} ${text}`, ...messages.reasons(result).map(reason => `    ${reason.text}`)];
}
