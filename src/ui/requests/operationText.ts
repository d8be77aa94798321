import * as vscode from 'vscode';
import type { Field, Operation } from '../../api/operations';

/** The catalogue's words are English, as the documentation they come from. */
export function operationText(operation: Operation): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**${operation.method} ${operation.path}**\n\n`);
  text.appendText(`${operation.description}\n`);
  text.appendMarkdown(`\n${riskText(operation)}\n\n`);
  const fields = [...operation.parameters, ...operation.query, ...operation.body];
  for (const { name, type, required, description } of fields) {
    const needed = required ? ` — ${vscode.l10n.t('required')}` : '';
    text.appendMarkdown(`- \`${name}\` *${type}*${needed}: `).appendText(description).appendMarkdown('\n');
  }
  text.appendMarkdown(`\n*${operation.source}*`);
  return text;
}

function riskText({ risk }: Operation): string {
  switch (risk) {
    case 'reads':
      return vscode.l10n.t('Reads only.');
    case 'writes':
      return vscode.l10n.t('Writes data.');
    case 'spendsMoney':
      return vscode.l10n.t('Spends money.');
    case 'runsCode':
      return vscode.l10n.t('Runs code on the service.');
    case 'endsTokens':
      return vscode.l10n.t('Ends tokens.');
  }
}

export function fieldText({ name, type, required, description, values }: Field): vscode.MarkdownString {
  const text = new vscode.MarkdownString(`\`${name}\` *${type}*`);
  if (required) text.appendMarkdown(` — ${vscode.l10n.t('required')}`);
  text.appendMarkdown('\n\n').appendText(description);
  if (values !== undefined) text.appendMarkdown(`\n\n${values.map(value => `\`${value}\``).join(', ')}`);
  return text;
}
