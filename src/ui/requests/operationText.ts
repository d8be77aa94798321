import * as vscode from 'vscode';
import type { Field, Operation } from '../../api/operations';

/** Words of the catalogue for a person to read: the core has them in English, as it does not know VS Code. */
export function catalogueText(english: string): string {
  return vscode.l10n.t(english);
}

export function operationText(operation: Operation): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**${operation.method} ${operation.path}**\n\n`);
  text.appendText(`${catalogueText(operation.description)}\n`);
  text.appendMarkdown(`\n${riskText(operation)}\n\n`);
  const fields = [...operation.parameters, ...operation.query, ...operation.body];
  for (const { name, type, required, description } of fields) {
    text.appendMarkdown(`- \`${name}\` *${type}*`);
    if (required) text.appendMarkdown(` — ${vscode.l10n.t('required')}`);
    if (description !== '') text.appendMarkdown(' — ').appendText(catalogueText(description));
    text.appendMarkdown('\n');
  }
  text.appendMarkdown(`\n*${catalogueText(operation.source)}*`);
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
  text.appendMarkdown('\n\n').appendText(catalogueText(description));
  if (values !== undefined) text.appendMarkdown(`\n\n${values.map(value => `\`${value}\``).join(', ')}`);
  return text;
}
