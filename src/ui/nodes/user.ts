import * as vscode from 'vscode';
import { AuthError } from '../../auth/authError';
import type { EnvironmentNode } from './environment';
import { isoTime } from '../messages/timeText';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { openCommand, signInCommand } from './openCommand';

/** The row of the signed-in user. If nobody is signed in, it offers to sign in. */
interface UserNode extends EnvironmentScoped {
  kind: 'user';
}

export function userNode(parent: EnvironmentNode): UserNode {
  return { kind: 'user', ...childFields(parent, 'user') };
}

export const user = nodeKind<UserNode>()({
  label: () => vscode.l10n.t('User'),
  async row(node, state) {
    const user = await state.user(node);
    if (user === undefined) {
      const description = vscode.l10n.t('not signed in');
      const command = signInCommand(node);
      return { children: 'none', contextValue: 'user.signedOut', icon: 'account', description, command };
    }
    return {
      label: user.name,
      children: 'none',
      contextValue: 'user',
      icon: 'account',
      description: user.timeLeft,
      spoken: joinNonEmpty([user.text, user.timeLeft], ', '),
      command: openCommand(node),
    };
  },
  fixed: { below: 'environment', rows: (parent: EnvironmentNode) => [userNode(parent)] },
  operations: (_, userId) => [
    userId === undefined ? { id: 'user.get' } : { id: 'user.get', values: { user_id: userId } },
  ],
  document: {
    id: () => '',
    async read(_, { session }) {
      const current = await session();
      if (current === undefined) throw new AuthError('notSignedIn');
      const { expiresAt, obtainedAt, user } = current;
      return { shown: { session: { obtained_at: isoTime(obtainedAt), expires_at: isoTime(expiresAt) }, user } };
    },
  },
});
