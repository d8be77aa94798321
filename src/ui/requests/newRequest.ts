import * as vscode from 'vscode';
import { operations, operationsOf, type Category, type Operation } from '../../api/operations/catalogue';
import type { Application } from '../../applications/application';
import { searchOperations } from '../../requests/language/searchOperations';
import { catalogueText } from './document/operationText';
import { firstDocument } from './firstDocument';
import { appendOrOpen, openNew } from './insert';
import { requestTemplate } from './requestTemplate';
import type { CommandArgument } from '../platform/commandArgument';
import { LivePick } from '../platform/prompts';

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
  if (chosen === undefined) return;
  if (chosen.operation === undefined) await openNew(firstDocument(application));
  else await appendOrOpen(requestTemplate(chosen.operation));
}

/**
 * Lets the user pick a request. Filters and sorts the list here, because VS Code only matches the typed text as a whole
 * and sorts by label. For the same reason, the label contains only the method.
 */
function choosePick(): Promise<RequestPick | undefined> {
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
  return [method, path, id, verbsOf(id), categoryName(category), description, catalogueText(description)];
}

/** Returns search words for the action of an operation, with synonyms. */
function verbsOf(id: string): string {
  switch (/[a-z]+/.exec(id.split('.').at(-1) ?? '')?.[0] ?? '') {
    case 'list':
      return vscode.l10n.t('list find query');
    case 'get':
      return vscode.l10n.t('get read show');
    case 'create':
      return vscode.l10n.t('create add new');
    case 'update':
      return vscode.l10n.t('update change edit');
    case 'delete':
      return vscode.l10n.t('delete remove');
    default:
      return '';
  }
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

const categories: readonly Category[] = [
  'user',
  'database',
  'contentLibrary',
  'file',
  'cloudFunction',
  'payment',
  'sms',
  'miniProgram',
  'tools',
  'authorization',
];

function catalogue(): RequestPick[] {
  const all = categories.flatMap((category): RequestPick[] => [
    { label: categoryName(category), kind: vscode.QuickPickItemKind.Separator },
    ...operationsOf(category).map(pickOf),
  ]);
  return [firstDocumentPick(), ...all];
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
    case 'miniProgram':
      return vscode.l10n.t('Mini-Programs');
    case 'tools':
      return vscode.l10n.t('Tools');
    case 'authorization':
      return vscode.l10n.t('Authorization');
  }
}
