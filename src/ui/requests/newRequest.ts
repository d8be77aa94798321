import * as vscode from 'vscode';
import { operations, operationsOf, type Category, type Operation } from '../../api/operations/catalogue';
import type { Application } from '../../applications/application';
import { searchOperations } from '../../requests/language/searchOperations';
import { catalogueText } from './document/operationText';
import { appendOrOpen, openNew } from './insert';
import { requestTemplate } from './requestTemplate';
import type { CommandArgument } from '../platform/commandArgument';
import { LivePick } from '../platform/prompts';
import { sandboxUserHint, sandboxUserOf } from '../nodes/sandboxUser';

interface RequestPick extends vscode.QuickPickItem {
  /** Absent for the first document and for category headings. */
  operation?: Operation;
}

/**
 * Opens a request of the catalogue, or the first document.
 * @param application the selected application
 * @param argument `{ first: true }` from a link to the first document
 */
export async function newRequest(application: Application | undefined, argument: CommandArgument): Promise<void> {
  if ((argument as { first?: unknown } | undefined)?.first === true) {
    await openNew(firstDocument(application));
    return;
  }
  const chosen = await choosePick();
  if (chosen.operation === undefined) await openNew(firstDocument(application));
  else await appendOrOpen(requestTemplate(chosen.operation));
}

/**
 * Lets the user pick a request. Filters and sorts the list here, because VS Code only matches the typed text as a whole
 * and sorts by label. For the same reason, the label contains only the method.
 */
function choosePick(): Promise<RequestPick> {
  const placeholder = vscode.l10n.t('What it does, such as “update record”, or part of its path');
  const pick = new LivePick<RequestPick>(vscode.l10n.t('New Request'), placeholder, { matchOnDescription: true });
  pick.items = catalogue();
  pick.onDidChangeValue(() => {
    pick.items = pick.value.trim() === '' ? catalogue() : searchResults(pick.value);
  });
  return pick.choose();
}

function searchResults(query: string): RequestPick[] {
  const first = firstDocumentPick();
  const words = query.toLowerCase().split(/\s+/);
  const isFirstMatching = words.every(word => `${first.label} ${first.detail}`.toLowerCase().includes(word));
  const matching = searchOperations(operations, query, textsOf).map(pickOf);
  return isFirstMatching ? [...matching, first] : matching;
}

function textsOf({ id, method, path, category, description }: Operation): string[] {
  return [method, path, id, verbsOf(id), categoryNames()[category], description, catalogueText(description)];
}

/** Returns search words for the action of an operation, with synonyms. */
function verbsOf(id: string): string {
  const words: Partial<Record<string, string>> = {
    list: vscode.l10n.t('list find query'),
    get: vscode.l10n.t('get read show'),
    create: vscode.l10n.t('create add new'),
    update: vscode.l10n.t('update change edit'),
    delete: vscode.l10n.t('delete remove'),
  };
  return words[/[a-z]+/.exec(id.split('.').at(-1) ?? '')?.[0] ?? ''] ?? '';
}

function firstDocumentPick() {
  return {
    label: vscode.l10n.t('A first document with examples'),
    iconPath: new vscode.ThemeIcon('book'),
    detail: vscode.l10n.t('Log in, use the response, read content'),
    alwaysShow: true,
  };
}

function pickOf(operation: Operation): RequestPick {
  const { method, path, family, description } = operation;
  return {
    label: method,
    description: `${path} · ${family === 'openApi' ? 'Open API' : 'Web API'}`,
    detail: catalogueText(description),
    alwaysShow: true,
    operation,
  };
}

function catalogue(): RequestPick[] {
  const all = Object.entries(categoryNames()).flatMap(([category, label]): RequestPick[] => [
    { label, kind: vscode.QuickPickItemKind.Separator },
    ...operationsOf(category as Category).map(pickOf),
  ]);
  return [firstDocumentPick(), ...all];
}

/** The names of the categories, in the order of the list. */
function categoryNames(): Record<Category, string> {
  return {
    user: vscode.l10n.t('Users'),
    database: vscode.l10n.t('Database'),
    contentLibrary: vscode.l10n.t('Content Library'),
    file: vscode.l10n.t('Files'),
    cloudFunction: vscode.l10n.t('Cloud Functions'),
    payment: vscode.l10n.t('Payment'),
    sms: vscode.l10n.t('SMS'),
    miniProgram: vscode.l10n.t('Mini-Programs'),
    tools: vscode.l10n.t('Tools'),
    authorization: vscode.l10n.t('Authorization'),
  };
}

/** Returns the text of a first request document with commented examples. In the sandbox it can be sent unchanged. */
function firstDocument(application: Application | undefined): string {
  const hint = application && sandboxUserHint(application);
  const user = application && sandboxUserOf(application);
  const lines = [
    // VS Code proposes the first line as file name.
    `### ${vscode.l10n.t('Log in')}`,
    `# ${vscode.l10n.t('Host, ClientID, Env ID and tokens come from the application and environment that are selected.')}`,
    `# ${vscode.l10n.t('Save it as something.hydrogen.http. It contains no secrets, so it can be committed.')}`,
    `# ${vscode.l10n.t('The password is asked for once and kept in the secret storage.')}`,
    `# ${hint ?? vscode.l10n.t('Put the name of a user of your application here.')}`,
    `@username = ${user?.username ?? 'ada'}`,
    '# @name login',
    'POST /hserve/v2.1/login/username/',
    '',
    '{',
    '  "username": "{{username}}",',
    '  "password": "{{$secret password}}"',
    '}',
    '',
    `### ${vscode.l10n.t('Use the response of the request above')}`,
    'GET /hserve/v2.2/user/info/{{login.response.body.user_id}}/',
    'Authorization: Hydrogen-r1 {{login.response.body.token}}',
    '',
    `### ${vscode.l10n.t('The content groups')}`,
    'GET /hserve/v1/content/group/?limit=20',
  ];
  return `${lines.join('\n')}\n`;
}
