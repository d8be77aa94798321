import * as vscode from 'vscode';
import { environmentWord } from '../../../api/environmentNames';
import { applicationWord } from '../../../requests/document/rules';
import type { Candidate } from '../../../requests/language/candidate';
import { complete } from '../../../requests/language/complete';
import { directivesAt } from '../../../requests/language/nodeAt';
import type { Selection } from '../../../applications/selection';
import type { TargetServices } from '../../applications/commandTarget';
import type { DocumentSecrets } from '../../tokens/documentSecrets';
import { plainText } from '../../messages/plainText';
import { fieldText, operationText } from '../document/operationText';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { environmentVariables, likelySelection } from '../document/requestTarget';

/** Returns the IDs that the tree has read, with their labels, by parameter name. */
export type KnownIds = (selection: Selection) => Record<string, { value: string; label: string }[]>;

/** Registers completion from the catalogue of operations, the tree and the selected environment. */
export function registerCompletion(
  services: TargetServices & { secrets: DocumentSecrets; knownIds: KnownIds },
): vscode.Disposable {
  const { applications, selection, secrets, knownIds } = services;
  const provider: vscode.CompletionItemProvider = {
    async provideCompletionItems(document, position) {
      const all = applications.list().applications;
      const parsed = parsedDocument(document);
      const offset = document.offsetAt(position);
      const current = likelySelection({ directives: directivesAt(parsed, offset) }, selection.current(), all);
      const application = current?.application;
      const candidates = complete(parsed, offset, {
        environmentVariables: current === undefined ? {} : environmentVariables(document.uri, current),
        applications: all.map(application => ({ value: applicationWord(application, all), label: application.name })),
        environments:
          application?.environments.map(environment => environmentWord(environment, application.environments)) ?? [],
        values: current === undefined ? {} : knownIds(current),
        secrets: application === undefined ? [] : await secrets.of(application).names(),
      });
      return candidates.map((candidate, index) => completionItem(document, candidate, index));
    },
  };
  return vscode.languages.registerCompletionItemProvider(
    languageId,
    provider,
    ...['/', '?', '&', '=', '{', '@', '"', ':'],
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
  check: vscode.CompletionItemKind.Snippet,
  operator: vscode.CompletionItemKind.Operator,
};

function completionItem(document: vscode.TextDocument, candidate: Candidate, index: number): vscode.CompletionItem {
  const { kind, insert, range, operation, field, isOld } = candidate;
  // VS Code renders icons in labels, so only the label is cleaned and the inserted text stays unchanged.
  const label = plainText(candidate.label);
  // A known value is listed by its name, with the value as the description.
  const isNamed = kind === 'value' && insert !== candidate.label;
  const item = new vscode.CompletionItem(isNamed ? { label, description: plainText(insert) } : label, kinds[kind]);
  item.insertText = insert;
  item.range = editorRange(document, range);
  item.filterText = kind === 'path' || isNamed ? `${insert} ${label}` : insert;
  item.sortText = String(index).padStart(5, '0');
  if (field !== undefined) item.documentation = fieldText(field);
  else if (operation !== undefined) item.documentation = operationText(operation);
  if (field !== undefined) item.detail = field.type;
  if (isOld === true) item.tags = [vscode.CompletionItemTag.Deprecated];
  return item;
}
