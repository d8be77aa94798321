import type * as vscode from 'vscode';
import type { ApplicationStore } from './applicationStore';
import type { CommandRunner } from './command';
import type { JsonDocuments } from './documents';
import type { Guard } from './guard';
import type { Favourites } from './favourites';
import type { Http } from './http';
import type { Log } from './log';
import type { LocalSandbox } from './localSandbox';
import type { SelectionStore } from './selectionStore';
import type { Tokens } from './tokens';
import type { ApplicationsTree } from './tree/applicationsTree';
import type { TreeNode } from './tree/node';
import type { Users } from './userSessions';

/** What commands work with. Built once per window in extension.ts; each unit takes the members it needs. */
export interface Parts {
  applications: ApplicationStore;
  selection: SelectionStore;
  tokens: Tokens;
  http: Http;
  commands: CommandRunner;
  guard: Guard;
  users: Users;
  favourites: Favourites;
  tree: ApplicationsTree;
  view: vscode.TreeView<TreeNode>;
  documents: JsonDocuments;
  sandbox: LocalSandbox;
  log: Log;
}
