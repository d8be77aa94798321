import * as vscode from 'vscode';
import type { Application } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import { memoryStore } from '../../auth/memoryStore';
import type { SecretStore } from '../../auth/secretStore';
import { createUserSessions, type UserRealm, type UserSessions, type StoredUserSession } from '../../auth/userSession';
import type { Log } from '../platform/log';
import { webApiTarget } from '../applications/environmentTarget';

/** The Web API session of each application and environment. */
export interface Users extends vscode.Disposable {
  of(application: Application): UserSessions;
  /** Deletes the session-only user sessions of this window. */
  forgetMemory(): void;
  readonly onDidChange: vscode.Event<void>;
}

export function createUsers(store: SecretStore, log: Log): Users {
  const changed = new vscode.EventEmitter<void>();
  const corrupted = () => log.warn('a stored user session cannot be read; sign in again to replace it');
  const now = () => Date.now();
  const persistent = createUserSessions(store, now, corrupted);
  const memory = memoryStore();
  const inMemory = createUserSessions(memory, now, corrupted);
  const ends = [persistent, inMemory].map(sessions => sessions.onDidChange(() => changed.fire()));
  return {
    of: ({ sessionOnly }) => (sessionOnly === true ? inMemory : persistent),
    forgetMemory: () => memory.clear(),
    onDidChange: changed.event,
    dispose() {
      for (const end of ends) end();
      changed.dispose();
    },
  };
}

/** Returns the realm in which the session of a selection is stored and valid. */
export function realmOf(selection: Selection): UserRealm {
  const { sandbox, serverDomain } = selection.application;
  return { ...webApiTarget(selection), scope: sandbox ?? serverDomain };
}

/** Returns the name of a user: nickname, user name, e-mail address or phone number, else a text with the ID. */
export function userName(session: StoredUserSession): string {
  return ownName(session) ?? unnamed(session);
}

/** Returns the name of a user after the word “User”. */
export function userText(session: StoredUserSession): string {
  const name = ownName(session);
  return name === undefined ? unnamed(session) : vscode.l10n.t('User {0}', name);
}

function ownName({ user }: StoredUserSession): string | undefined {
  return ['nickname', '_username', '_email', '_phone']
    .map(field => user[field])
    .find((value): value is string => typeof value === 'string' && value !== '');
}

function unnamed({ userId }: StoredUserSession): string {
  return userId === undefined ? vscode.l10n.t('Signed in with a token') : vscode.l10n.t('User {0}', userId);
}
