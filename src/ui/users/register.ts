import * as vscode from 'vscode';
import type { CommandRunner } from '../platform/command';
import { signIn, signOut, type SignInDependencies } from './signIn';

interface UserDependencies extends SignInDependencies {
  commands: CommandRunner;
}

/** Registers the commands to sign in as a user of an application, and to sign out. */
export function registerUsers(dependencies: UserDependencies): vscode.Disposable {
  const { commands } = dependencies;
  return vscode.Disposable.from(
    commands.registerEach('hydrogen.user.signIn', argument => signIn(dependencies, argument)),
    commands.registerEach('hydrogen.user.signOut', argument => signOut(dependencies, argument)),
  );
}
