import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { Secret } from '../../../api/secret';
import { directivesAt, nodeAt, type NodeAt } from '../../../requests/language/nodeAt';
import { RequestError } from '../../../requests/document/requestError';
import { masked } from '../../../requests/values/secretText';
import type { Token } from '../../../requests/document/syntax';
import { resolver } from '../../../requests/values/variables';
import type { ApplicationStore } from '../../applications/applicationStore';
import type { SelectionStore } from '../../applications/selectionStore';
import { codeBlock, plainText } from '../../platform/plainText';
import { fieldText, operationText } from '../document/operationText';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { requestMessage } from '../document/requestMessage';
import { environmentVariables, likelySelection } from '../document/requestTarget';
import type { NamedResponses } from '../document/namedResponses';

/** What an operation does, what its parameters are, and which value a variable has. */
export function registerHover({
  applications,
  selection,
  namedResponses,
}: {
  applications: ApplicationStore;
  selection: SelectionStore;
  namedResponses: NamedResponses;
}): vscode.Disposable {
  return vscode.languages.registerHoverProvider(languageId, {
    async provideHover(document, position) {
      const parsed = parsedDocument(document);
      const offset = document.offsetAt(position);
      const node = nodeAt(parsed, offset);
      if (node === undefined) return undefined;
      const { applications: all } = applications.list();
      const current = likelySelection({ directives: directivesAt(parsed, offset) }, selection.current(), all);
      const text = await hoverText(node, token => valueOf(token, document, current, namedResponses));
      return text === undefined ? undefined : new vscode.Hover(text, editorRange(document, node.range));
    },
  });
}

async function hoverText(
  node: NodeAt,
  value: (token: Token) => Promise<vscode.MarkdownString>,
): Promise<vscode.MarkdownString | undefined> {
  switch (node.kind) {
    case 'target': {
      const { match } = node;
      return match !== undefined && 'operation' in match ? operationText(match.operation) : undefined;
    }
    case 'field':
      return fieldText(node.field);
    case 'reference': {
      const { expression, start, end } = node.reference;
      const text = functionText(expression.text);
      return text === undefined ? value({ text: `{{${expression.text}}}`, start, end }) : plain(text);
    }
    case 'variable':
      return value(node.variable.value);
    case 'header':
      return node.own
        ? plain(vscode.l10n.t('This header is set from the selected application and environment.'))
        : undefined;
    case 'directive':
      return directiveText(node.directive.name.text);
  }
}

function functionText(expression: string): string | undefined {
  const name = expression.split(/\s/, 1)[0] ?? '';
  if (name === '$secret') return vscode.l10n.t('A secret from the secret storage; never shown.');
  if (name === '$dotenv') return vscode.l10n.t('A value of the file .env, kept as a secret; never shown.');
  if (name === '$processEnv')
    return vscode.l10n.t('A value of the environment of VS Code, kept as a secret; never shown.');
  if (name === '$prompt') return vscode.l10n.t('You are asked for it when the request is sent.');
  return name.startsWith('$') ? vscode.l10n.t('A new value for each sending.') : undefined;
}

/** The value a template has now, without asking the person; credentials are masks. */
async function valueOf(
  template: Token,
  document: vscode.TextDocument,
  current: Selection | undefined,
  namedResponses: NamedResponses,
): Promise<vscode.MarkdownString> {
  const resolve = resolver({
    document: parsedDocument(document),
    environmentVariables: current === undefined ? {} : environmentVariables(current),
    responses: current === undefined ? new Map() : namedResponses.of(document, current),
    now: () => Date.now(),
    prompt: question => Promise.resolve(`‹${question}›`),
    secret: () => Promise.resolve(new Secret(' ')),
    machineValue: () => Promise.resolve(new Secret(' ')),
  });
  try {
    const parts = await resolve(template, 'variable');
    const text = plainText(masked(parts.flatMap(({ pieces }) => pieces)), 1000);
    return new vscode.MarkdownString(codeBlock(text, 'text'));
  } catch (error) {
    if (error instanceof RequestError) return plain(requestMessage(error.code, error.detail, error.cause));
    throw error;
  }
}

function directiveText(name: string): vscode.MarkdownString | undefined {
  switch (name) {
    case 'name':
      return plain(vscode.l10n.t('Later requests take values from the response by this name.'));
    case 'application':
      return plain(vscode.l10n.t('Sends to this application, by its name or ClientID, whichever is selected.'));
    case 'environment':
      return plain(vscode.l10n.t('Sends to this environment, whichever is selected.'));
    case 'as':
      return plain(vscode.l10n.t('As whom it is sent: user, openapi or anonymous.'));
    case 'timeout':
      return plain(vscode.l10n.t('Longest time for the complete response, such as 10s or 2m.'));
    default:
      return undefined;
  }
}

function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(plainText(text, 1000));
}
