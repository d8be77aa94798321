import * as vscode from 'vscode';
import type { Table } from '../../records/table/schema';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

/** The Web API permissions of a table: who may add records, and who may read and change new ones. */
interface DataPermissionsNode extends EnvironmentScoped {
  kind: 'dataPermissions';
  /** The table as it was read for this row. */
  table: Table;
}

export function dataPermissionsNode(parent: EnvironmentScoped, table: Table): DataPermissionsNode {
  return { kind: 'dataPermissions', ...childFields(parent, 'permissions'), table };
}

export const dataPermissions = nodeKind<DataPermissionsNode>()({
  label: () => vscode.l10n.t('Permissions'),
  words: ({ table }) => wordsOf(table.permissions),
  row: ({ table }) => ({
    children: 'none',
    contextValue: 'dataPermissions',
    icon: 'shield',
    description: wordsOf(table.permissions),
    tooltip: permissionText(table.permissions),
  }),
});

/** Returns one line each for adding, reading and changing. */
export function permissionText({ create, read, write }: Table['permissions']): string {
  return [
    vscode.l10n.t('Records are added by: {0}', peopleText(create)),
    vscode.l10n.t('New records are read by: {0}', peopleText(read)),
    vscode.l10n.t('New records are changed by: {0}', peopleText(write)),
  ].join('\n');
}

function wordsOf({ create, read, write }: Table['permissions']): string {
  return joinNonEmpty([
    vscode.l10n.t('add: {0}', peopleText(create)),
    vscode.l10n.t('read: {0}', peopleText(read)),
    vscode.l10n.t('change: {0}', peopleText(write)),
  ]);
}

function peopleText(permissions: readonly string[]): string {
  return permissions.length === 0 ? vscode.l10n.t('nobody') : permissions.map(nameOf).join(', ');
}

function nameOf(permission: string): string {
  const [, kind, id = ''] = /^(user|gid):(.+)$/.exec(permission) ?? [];
  if (permission === 'user:anonymous') return vscode.l10n.t('everyone');
  if (permission === 'user:*') return vscode.l10n.t('users');
  if (permission === 'user:{created_by}') return vscode.l10n.t('creator');
  if (kind === 'user') return vscode.l10n.t('user {0}', id);
  return kind === 'gid' ? vscode.l10n.t('user group {0}', id) : permission;
}
