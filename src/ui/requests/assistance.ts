import * as vscode from 'vscode';
import type { Field, Operation } from '../../api/operations';
import { credentialScope } from '../../applications/application';
import { requestSecrets } from '../../auth/requestSecrets';
import type { SecretStore } from '../../auth/secretStore';
import { complete, type Candidate } from '../../requests/complete';
import { nodeAt, type NodeAt } from '../../requests/nodeAt';
import { directive } from '../../requests/syntax';
import { environmentName } from '../environmentName';
import type { Parts } from '../parts';
import { editorRange, languageId, parsedDocument } from './parsedDocument';
import { environmentVariables } from './requestTarget';

/** Completion, hover and inlay hints, from the catalogue of operations and the selected environment. */
export function registerAssistance(parts: Pick<Parts, 'selection' | 'tree'>, store: SecretStore): vscode.Disposable {
  const { selection } = parts;
  const hints = new vscode.EventEmitter<void>();
  return vscode.Disposable.from(
    hints,
    selection.onDidChange(() => hints.fire()),
    vscode.languages.registerCompletionItemProvider(
      languageId,
      {
        async provideCompletionItems(document, position) {
          const current = selection.current();
          const application = current?.application;
          const secrets =
            application === undefined
              ? []
              : await requestSecrets(store, {
                  scope: credentialScope(application),
                  clientId: application.clientId,
                }).names();
          const candidates = complete(parsedDocument(document), document.offsetAt(position), {
            environmentVariables: current === undefined ? {} : environmentVariables(current),
            environments: application?.environments.map(({ name }) => name) ?? [],
            values: current === undefined ? {} : parts.tree.knownIds(current),
            secrets,
          });
          return candidates.map((candidate, index) => completionItem(document, candidate, index));
        },
      },
      ...['/', '?', '&', '=', '{', '@', '"', ':'],
    ),
    vscode.languages.registerHoverProvider(languageId, {
      provideHover(document, position) {
        const node = nodeAt(parsedDocument(document), document.offsetAt(position));
        if (node === undefined) return undefined;
        const current = selection.current();
        const text = hoverText(node, current === undefined ? {} : environmentVariables(current));
        return text === undefined ? undefined : new vscode.Hover(text, editorRange(document, node.range));
      },
    }),
    vscode.languages.registerInlayHintsProvider(languageId, {
      onDidChangeInlayHints: hints.event,
      provideInlayHints(document, range) {
        const current = selection.current();
        if (current === undefined) return [];
        return parsedDocument(document)
          .requests.filter(({ line }) => range.contains(document.positionAt(line.end)))
          .map(request => {
            const own = directive(request, 'environment')?.value.text;
            const where = own ?? environmentName(current.environment);
            const hint = new vscode.InlayHint(document.positionAt(request.line.end), `→ ${where}`);
            hint.paddingLeft = true;
            return hint;
          });
      },
    }),
  );
}

const kinds: Record<Candidate['kind'], vscode.CompletionItemKind> = {
  method: vscode.CompletionItemKind.Keyword,
  path: vscode.CompletionItemKind.Function,
  parameter: vscode.CompletionItemKind.Property,
  value: vscode.CompletionItemKind.Value,
  header: vscode.CompletionItemKind.Field,
  field: vscode.CompletionItemKind.Field,
  variable: vscode.CompletionItemKind.Variable,
  directive: vscode.CompletionItemKind.Keyword,
};

function completionItem(document: vscode.TextDocument, candidate: Candidate, index: number): vscode.CompletionItem {
  const { kind, label, insert, range, operation, field } = candidate;
  const item = new vscode.CompletionItem(label, kinds[kind]);
  item.insertText = insert;
  item.range = editorRange(document, range);
  item.filterText = kind === 'path' ? `${insert} ${label}` : insert;
  item.sortText = String(index).padStart(5, '0');
  if (field !== undefined) item.documentation = fieldText(field);
  else if (operation !== undefined) item.documentation = operationText(operation);
  if (field !== undefined) item.detail = field.type;
  return item;
}

function hoverText(node: NodeAt, variables: Readonly<Record<string, string>>): vscode.MarkdownString | undefined {
  switch (node.kind) {
    case 'target': {
      const { match } = node;
      return match !== undefined && 'operation' in match ? operationText(match.operation) : undefined;
    }
    case 'field':
      return fieldText(node.field);
    case 'reference': {
      const name = node.reference.expression.text;
      const value = node.definition?.value.text ?? variables[name];
      if (value !== undefined) return new vscode.MarkdownString().appendCodeblock(value, 'text');
      if (name.startsWith('$secret')) return plain(vscode.l10n.t('A secret from the secret storage; never shown.'));
      return undefined;
    }
    case 'header':
      return node.own
        ? plain(vscode.l10n.t('This header is set from the selected application and environment.'))
        : undefined;
    case 'variable':
    case 'directive':
      return undefined;
  }
}

/** The catalogue's words are English, as the documentation they come from. */
function operationText(operation: Operation): vscode.MarkdownString {
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

function fieldText({ name, type, required, description, values }: Field): vscode.MarkdownString {
  const text = new vscode.MarkdownString(`\`${name}\` *${type}*`);
  if (required) text.appendMarkdown(` — ${vscode.l10n.t('required')}`);
  text.appendMarkdown('\n\n').appendText(description);
  if (values !== undefined) text.appendMarkdown(`\n\n${values.map(value => `\`${value}\``).join(', ')}`);
  return text;
}

function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(text);
}
