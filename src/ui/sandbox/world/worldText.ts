import * as vscode from 'vscode';
import type { WorldChange } from '../../../world/diff';
import type { WorldPlan } from '../../../world/plan';
import type { WorldList } from '../../../world/world';
import { plainText } from '../../messages/plainText';

/** Returns a text like “84 requests: 3 min at 40 a minute”. */
export function costText({ requests, minutes }: WorldPlan, rate: number): string {
  return vscode.l10n.t('{0} requests: {1} min at {2} a minute', requests, minutes, rate);
}

export function masksText({ masked, columns }: WorldPlan): string {
  return vscode.l10n.t('{0} of {1} columns will be masked', masked.length, columns);
}

/** Returns one line of a difference, for example `~ Records of order 5f…: price`. */
export function changeText({ kind, list, table, id, name, fields }: WorldChange): string {
  const sign = { added: '+', removed: '-', changed: '~' }[kind];
  const part = list === 'records' ? vscode.l10n.t('Records of {0}', plainText(table, 80)) : listNames[list]();
  const what = [sign, part, id, plainText(name, 80)].filter(each => each !== '').join(' ');
  return fields.length === 0 ? what : `${what}: ${fields.map(field => plainText(field, 80)).join(', ')}`;
}

const listNames: Record<WorldList, () => string> = {
  tables: () => vscode.l10n.t('Table'),
  functions: () => vscode.l10n.t('Cloud function'),
  contentGroups: () => vscode.l10n.t('Content group'),
  contentCategories: () => vscode.l10n.t('Category'),
  contents: () => vscode.l10n.t('Content'),
  userGroups: () => vscode.l10n.t('User group'),
  userSupergroups: () => vscode.l10n.t('Group of user groups'),
  files: () => vscode.l10n.t('File'),
};
