import * as vscode from 'vscode';
import type { KeptUserSession } from '../../auth/userSession';

/** Returns the best name from the fields of a user object. */
export function userName({ user, userId }: KeptUserSession): string {
  const named = ['nickname', '_username', '_email', '_phone']
    .map(field => user[field])
    .find(value => typeof value === 'string' && value !== '');
  if (typeof named === 'string') return named;
  if (userId !== undefined) return vscode.l10n.t('User {0}', userId);
  return vscode.l10n.t('Signed in with a token');
}
