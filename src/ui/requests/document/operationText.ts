import * as vscode from 'vscode';
import type { Field, Operation } from '../../../api/operations/catalogue';

/** Translates text of the catalogue, which the core has in English because it does not depend on VS Code. */
export function catalogueText(english: string): string {
  return vscode.l10n.t(english);
}

/**
 * Escapes translated text for Markdown. Does not use `appendText`: its non-breaking spaces prevent line breaks, and
 * completion details truncate long lines.
 */
function markdownOf(english: string): string {
  return catalogueText(english).replace(/[!-/:-@[-`{-~]/g, '\\$&');
}

export function operationText(operation: Operation): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  text.appendMarkdown(`**${operation.method} ${operation.path}**\n\n`);
  text.appendMarkdown(`${markdownOf(operation.description)}\n`);
  text.appendMarkdown(`\n${riskText(operation)}\n\n`);
  const fields = [...operation.parameters, ...operation.query, ...operation.body];
  for (const { name, type, required, description } of fields) {
    text.appendMarkdown(`- \`${name}\` *${type}*`);
    if (required) text.appendMarkdown(` — ${vscode.l10n.t('required')}`);
    if (description !== '') text.appendMarkdown(` — ${markdownOf(description)}`);
    text.appendMarkdown('\n');
  }
  text.appendMarkdown(`\n*${markdownOf(operation.source)}*`);
  return text;
}

function riskText({ risk }: Operation): string {
  return {
    reads: vscode.l10n.t('Reads only.'),
    opensSession: vscode.l10n.t('Opens a session; changes no data.'),
    writes: vscode.l10n.t('Writes data.'),
    spendsMoney: vscode.l10n.t('Costs money.'),
    runsCode: vscode.l10n.t('Runs code on the service.'),
    endsTokens: vscode.l10n.t('Invalidates tokens.'),
    changesAll: vscode.l10n.t('Changes or deletes all records of a table.'),
  }[risk];
}

export function fieldText({ name, type, required, description, values }: Field): vscode.MarkdownString {
  const text = new vscode.MarkdownString(`\`${name}\` *${type}*`);
  if (required) text.appendMarkdown(` — ${vscode.l10n.t('required')}`);
  text.appendMarkdown(`\n\n${markdownOf(description)}`);
  if (values !== undefined) text.appendMarkdown(`\n\n${values.map(value => `\`${value}\``).join(', ')}`);
  return text;
}
