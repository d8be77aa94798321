import * as vscode from 'vscode';
import { operationById, operationsOf, type Category, type Operation } from '../../api/operations/catalogue';
import type { Parts } from '../parts';
import type { TreeNode } from '../nodes/node';
import { nodeId, nodeName } from '../nodes/nodeLabel';
import type { PlainPart, PlainRequest } from '../../requests/convert/plainRequest';
import { requestText } from '../../requests/convert/requestText';
import { isLocated } from '../applications/environmentTarget';
import { UiError } from '../platform/uiError';
import { insertOrOpen, openNew } from './insert';
import { catalogueText } from './document/operationText';

/** New requests: from the catalogue, from an item of the tree, and a first document that explains itself. */
export function registerNewRequest({ commands }: Pick<Parts, 'commands'>): vscode.Disposable[] {
  return [
    commands.register('hydrogen.request.new', () => newRequest()),
    commands.register('hydrogen.request.newFromItem', argument => newFromItem(argument)),
  ];
}

interface Choice extends vscode.QuickPickItem {
  text: () => string;
}

async function newRequest(): Promise<void> {
  const options = { title: vscode.l10n.t('New Request'), matchOnDescription: true, matchOnDetail: true };
  const chosen = await vscode.window.showQuickPick([firstDocument(), ...catalogue()], options);
  if (chosen !== undefined) await insertOrOpen(chosen.text());
}

const categories: readonly Category[] = [
  'user',
  'database',
  'contentLibrary',
  'file',
  'cloudFunction',
  'payment',
  'sms',
  'tools',
  'authorization',
];

function catalogue(): Choice[] {
  return categories.flatMap(category => [
    { label: categoryName(category), kind: vscode.QuickPickItemKind.Separator, text: () => '' },
    ...operationsOf(category).map(operation => ({
      label: `${operation.method} ${operation.path}`,
      description: operation.family === 'openApi' ? 'Open API' : 'Web API',
      detail: catalogueText(operation.description),
      text: () => templateOf(operation),
    })),
  ]);
}

function categoryName(category: Category): string {
  switch (category) {
    case 'user':
      return vscode.l10n.t('Users');
    case 'database':
      return vscode.l10n.t('Database');
    case 'contentLibrary':
      return vscode.l10n.t('Content Library');
    case 'file':
      return vscode.l10n.t('Files');
    case 'cloudFunction':
      return vscode.l10n.t('Cloud Functions');
    case 'payment':
      return vscode.l10n.t('Payment');
    case 'sms':
      return vscode.l10n.t('SMS');
    case 'tools':
      return vscode.l10n.t('Tools');
    case 'authorization':
      return vscode.l10n.t('Authorization');
  }
}

/** A request with every required field, ready to be filled in. @param values of path and query by name */
function templateOf(operation: Operation, values: Readonly<Record<string, string>> = {}): string {
  const names = new Set(operation.query.filter(({ required }) => required).map(({ name }) => name));
  for (const { name } of operation.query) if (values[name] !== undefined) names.add(name);
  const query = [...names].map(name => `${name}=${encodeURIComponent(values[name] ?? '')}`);
  const open = operation.parameters.filter(({ name }) => values[name] === undefined);
  const path = operation.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name];
    return value === undefined ? `{{${name}}}` : encodeURIComponent(value);
  });
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  const variables = open.map(({ name }) => `@${name} = \n`).join('');
  const request = requestText({ method: operation.method, url: target, ...bodyOf(operation) });
  return `### ${catalogueText(operation.description)}\n${variables}${request}`;
}

/** Every required field of the body; a file stands beside the document. */
function bodyOf({ body, bodyType }: Operation): Pick<PlainRequest, 'headers' | 'body'> {
  const required = body.filter(field => field.required);
  if (bodyType === 'multipart') {
    const parts = required.map(({ name, type, values }): PlainPart => {
      return { name, value: type === 'file' ? { path: `./${name}` } : { text: values?.[0] ?? '' } };
    });
    return { headers: [], body: { kind: 'multipart', parts } };
  }
  if (body.length === 0) return { headers: [], body: undefined };
  const fields = Object.fromEntries(required.map(({ name, values }) => [name, values?.[0] ?? '']));
  const text = JSON.stringify(fields, undefined, 2);
  return { headers: [['Content-Type', 'application/json']], body: { kind: 'text', text } };
}

function firstDocument(): Choice {
  const lines = [
    `# ${vscode.l10n.t('Host, ClientID, Env ID and tokens come from the application and environment that are selected.')}`,
    `# ${vscode.l10n.t('Save it as something.hydrogen.http: there is no secret in it, so it can be committed.')}`,
    '',
    '@username = ada',
    '',
    `### ${vscode.l10n.t('Log in; the password is asked for once and kept in the secret storage')}`,
    '# @name login',
    'POST /hserve/v2.1/login/username/',
    '',
    '{',
    '  "username": "{{username}}",',
    '  "password": "{{$secret password}}"',
    '}',
    '',
    `### ${vscode.l10n.t('Use the answer of the request above')}`,
    'GET /hserve/v2.2/user/info/{{login.response.body.user_id}}/',
    'Authorization: Hydrogen-r1 {{login.response.body.token}}',
    '',
    `### ${vscode.l10n.t('The content groups')}`,
    'GET /hserve/v1/content/group/?limit=20',
  ];
  return {
    label: `$(book) ${vscode.l10n.t('A first document with examples')}`,
    detail: vscode.l10n.t('Log in, use the answer, read content'),
    text: () => `${lines.join('\n')}\n`,
  };
}

async function newFromItem(argument: unknown): Promise<void> {
  if (!isLocated(argument)) throw new UiError(vscode.l10n.t('Choose an item of the tree first.'));
  const node = argument as TreeNode;
  const directive = 'environment' in node ? `# @environment ${node.environment?.name ?? 'Production'}\n` : '';
  const texts = templatesFor(node).map(({ id, values }) => {
    const operation = operationById(id);
    if (operation === undefined) return '';
    // After the title of the request.
    return templateOf(operation, values).replace('\n', `\n${directive}`);
  });
  await openNew(`# ${nodeName(node).replace(/\s+/g, ' ')}\n\n${texts.join('\n')}`);
}

/** The requests that read an item, and what is below it. */
function templatesFor(node: TreeNode): { id: string; values?: Record<string, string> }[] {
  const id = nodeId(node) ?? '';
  switch (node.kind) {
    case 'application':
    case 'environment':
      return [{ id: 'serverTime.get' }];
    case 'contentLibrary':
      return [{ id: 'contentGroup.list' }];
    case 'contentGroup': {
      const values = { content_group_id: id };
      return [
        { id: 'contentGroup.get', values },
        { id: 'contentCategory.list', values },
        { id: 'content.list', values },
      ];
    }
    case 'contentCategory': {
      const values = { category_id: id };
      return [
        { id: 'contentCategory.get', values },
        { id: 'content.list', values },
      ];
    }
    case 'content':
      return [{ id: 'content.get', values: { content_id: id } }];
    case 'orders':
      return [{ id: 'order.list' }];
    case 'order':
      return [{ id: 'order.get', values: { transaction_no: id } }];
    case 'user':
      return [{ id: 'user.get' }, { id: 'user.updateProfile' }, { id: 'session.destroy' }];
    case 'sandboxRequests':
    case 'sandboxRequest':
    case 'more':
    case 'error':
    case 'favourites':
    case 'favourite':
      return [];
  }
}
