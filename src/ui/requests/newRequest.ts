import * as vscode from 'vscode';
import { operationsOf, type Category } from '../../api/operations/catalogue';
import type { Application } from '../../applications/application';
import { catalogueText } from './document/operationText';
import { firstDocument } from './firstDocument';
import { insertOrOpen } from './insert';
import { requestTemplate } from './requestTemplate';
import { showPick } from '../platform/prompts';

interface Choice extends vscode.QuickPickItem {
  text: () => string;
}

/** A request of the catalogue, or the first document. @param application the selected one */
export async function newRequest(application: Application | undefined): Promise<void> {
  const options = { title: vscode.l10n.t('New Request'), matchOnDescription: true, matchOnDetail: true };
  const first = {
    label: vscode.l10n.t('A first document with examples'),
    iconPath: new vscode.ThemeIcon('book'),
    detail: vscode.l10n.t('Log in, use the answer, read content'),
    text: () => firstDocument(application),
  };
  const chosen = await showPick([first, ...catalogue()], options);
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
  'miniProgram',
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
      text: () => requestTemplate(operation),
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
    case 'miniProgram':
      return vscode.l10n.t('Mini-Programs');
    case 'tools':
      return vscode.l10n.t('Tools');
    case 'authorization':
      return vscode.l10n.t('Authorization');
  }
}
