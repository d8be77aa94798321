import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { Secret } from '../../../api/secret';
import { operatorOf } from '../../../requests/document/checkLine';
import { directivesAt, nodeAt, type NodeAt } from '../../../requests/language/nodeAt';
import { RequestError } from '../../../requests/document/requestError';
import { masked } from '../../../requests/document/secretText';
import { directiveNames, type CheckNode, type DirectiveName, type Token } from '../../../requests/document/syntax';
import { resolver } from '../../../requests/document/variables';
import type { TargetServices } from '../../applications/commandTarget';
import { codeBlock, plainText } from '../../messages/plainText';
import { fieldText, operationText } from '../document/operationText';
import { editorRange, languageId, parsedDocument } from '../document/parsedDocument';
import { requestMessage } from '../document/requestMessage';
import { environmentVariables, likelySelection } from '../document/requestTarget';
import type { NamedResponses } from '../document/namedResponses';

/** Registers hovers for operations, parameters and variables. */
export function registerHover(services: TargetServices & { namedResponses: NamedResponses }): vscode.Disposable {
  const { applications, selection, namedResponses } = services;
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
      return node.isOwn
        ? plain(vscode.l10n.t('This header is set from the selected application and environment.'))
        : undefined;
    case 'check':
      return plain(checkText(node.check));
    case 'directive': {
      const name = directiveNames.find(known => known === node.directive.name.text);
      return name && plain(directiveText(name));
    }
  }
}

function functionText(expression: string): string | undefined {
  const name = expression.split(/\s/, 1)[0] ?? '';
  if (name === '$secret') return vscode.l10n.t('A secret from the secret storage; never shown.');
  if (name === '$dotenv') return vscode.l10n.t('A value from the file .env, treated as a secret; never shown.');
  if (name === '$processEnv')
    return vscode.l10n.t('An environment variable of VS Code, treated as a secret; never shown.');
  if (name === '$prompt') return vscode.l10n.t('You are asked for it when the request is sent.');
  return name.startsWith('$') ? vscode.l10n.t('A new value each time it is sent.') : undefined;
}

/** Returns the current value of a template without prompting. Credentials are masked. */
async function valueOf(
  template: Token,
  document: vscode.TextDocument,
  current: Selection | undefined,
  namedResponses: NamedResponses,
): Promise<vscode.MarkdownString> {
  const resolve = resolver({
    document: parsedDocument(document),
    environmentVariables: current === undefined ? {} : environmentVariables(document.uri, current),
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

/** Returns an explanation of a check, depending on its subject and operator. */
function checkText(check: CheckNode): string {
  const subject = check.subject.text;
  const operator = operatorOf(check);
  if (subject === 'documented')
    return vscode.l10n.t('The response has the shape that the service documents. Other tools do not know this check.');
  if (subject === 'snapshot')
    return vscode.l10n.t(
      'The response is the one that is stored beside the document, except for times and IDs. Other tools do not know this check.',
    );
  if (subject === 'same')
    return vscode.l10n.t(
      'The request is also sent to that environment, and the response is the same except for times and IDs. Other tools do not know this check.',
    );
  if (operator === 'exists') return vscode.l10n.t('There is a value other than 0, false, null and “”.');
  if (operator === 'isFalse') return vscode.l10n.t('There is no value, or it is one of 0, false, null and “”.');
  if (operator === 'matches') return vscode.l10n.t('A regular expression matches a part of it.');
  if (operator === '!=' || operator === '==')
    return vscode.l10n.t(
      'The expected value takes the type of the value in the response: 5 is a number if the response has a number.',
    );
  return vscode.l10n.t('A condition for the response, checked when the request is sent.');
}

function directiveText(name: DirectiveName): string {
  return {
    name: vscode.l10n.t('Later requests use this name to take values from the response.'),
    application: vscode.l10n.t('Sends to this application (name or ClientID), whichever one is selected.'),
    environment: vscode.l10n.t('Sends to this environment, whichever one is selected.'),
    as: vscode.l10n.t('The identity of the request: user, openapi or anonymous.'),
    setup: vscode.l10n.t('A run of checks sends it before all other requests of this document.'),
    teardown: vscode.l10n.t(
      'A run of checks sends it after all other requests of this document, even after a failure.',
    ),
    skip: vscode.l10n.t('A run of checks skips it; the text after the directive is the reason.'),
    only: vscode.l10n.t('A run of checks skips all requests without this.'),
    retry: vscode.l10n.t(
      'A run of checks repeats it until its checks pass, at most this many times and with this pause.',
    ),
    timeout: vscode.l10n.t('Time limit for the complete response, such as 10s or 2m.'),
  }[name];
}

function plain(text: string): vscode.MarkdownString {
  return new vscode.MarkdownString().appendText(plainText(text, 1000));
}
