import type * as vscode from 'vscode';
import type { ApplicationStore } from './applications/applicationStore';
import type { CommandRunner } from './platform/command';
import type { JsonDocuments } from './documents/documents';
import type { Guard } from './guard/guard';
import type { Favourites } from './explorer/favourites';
import type { Http } from './platform/http';
import type { SelectionStore } from './applications/selectionStore';
import type { Tokens } from './tokens/tokens';
import type { ApplicationsTree } from './explorer/applicationsTree';
import type { TreeNode } from './nodes/node';
import type { Users } from './users/userSessions';

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
}
