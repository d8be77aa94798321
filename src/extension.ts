import * as vscode from 'vscode';
import { createApplicationStore } from './ui/applicationStore';
import { createCommandRunner } from './ui/command';
import { registerApplicationCommands } from './ui/commands/applicationCommands';
import { registerContentCommands } from './ui/commands/contentCommands';
import { registerEnvironmentCommands } from './ui/commands/environmentCommands';
import { registerSandboxCommands } from './ui/commands/sandboxCommands';
import { registerSelectionCommands } from './ui/commands/selectionCommands';
import { registerUserCommands } from './ui/commands/userCommands';
import { registerTokenCommands } from './ui/commands/tokenCommands';
import { createJsonDocuments } from './ui/documents';
import { decorateEnvironments } from './ui/environmentDecorations';
import { createHttp } from './ui/http';
import { createLocalSandbox } from './ui/localSandbox';
import { createLog } from './ui/log';
import { createSecretStorage } from './ui/secretStorage';
import { createSelectionStore } from './ui/selectionStore';
import { showSettingsProblems } from './ui/settingsProblems';
import { createStatusBar } from './ui/statusBar';
import { createTokens } from './ui/tokens';
import { createUsers } from './ui/userSessions';
import { ApplicationsTree } from './ui/tree/applicationsTree';

export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const http = createHttp(log);
  const applications = createApplicationStore();
  const selection = createSelectionStore(context.workspaceState, applications);
  const secrets = createSecretStorage(context.secrets);
  const tokens = createTokens(secrets, context.globalStorageUri.fsPath, http, log);
  const users = createUsers(secrets, log);
  const sandbox = createLocalSandbox(context.workspaceState, applications, selection, tokens, log);
  const tree = new ApplicationsTree(applications, selection, http, users);
  const view = vscode.window.createTreeView('hydrogen.applications', { treeDataProvider: tree, showCollapseAll: true });
  const documents = createJsonDocuments(applications, http, users);
  const commands = createCommandRunner(log);
  const parts = { applications, selection, tokens, users, http, commands, tree, view, documents, sandbox, log };

  context.subscriptions.push(
    ...[log, http, applications, selection, tokens, users, sandbox, tree, view, documents],
    ...registerApplicationCommands(parts),
    ...registerEnvironmentCommands(parts),
    ...registerTokenCommands(parts),
    ...registerSelectionCommands(parts),
    ...registerContentCommands(parts),
    ...registerSandboxCommands(parts),
    ...registerUserCommands(parts),
    decorateEnvironments(),
    createStatusBar(selection, tokens, applications.onDidChange),
    showSettingsProblems(applications, view),
  );
  void sandbox.restore();
}
