import type * as vscode from 'vscode';
import { createApplicationStore } from './ui/applicationStore';
import { createCommandRunner } from './ui/command';
import { registerCommands } from './ui/commands/commands';
import { createJsonDocuments } from './ui/documents';
import { decorateEnvironments } from './ui/environmentDecorations';
import { createGuard } from './ui/guard';
import { showUnlocked } from './ui/guardStatus';
import { createFavourites } from './ui/favourites';
import { createHttp } from './ui/http';
import { createLocalSandbox } from './ui/localSandbox';
import { createLog } from './ui/log';
import { showExchanges } from './ui/sandboxDocuments';
import { createSandboxRequests } from './ui/sandboxRequests';
import { createSecretStorage } from './ui/secretStorage';
import { createSelectionStore } from './ui/selectionStore';
import { checkedStore } from './ui/storageHealth';
import { showTokenReports } from './ui/tokenReports';
import { warnBeforeEnd } from './ui/tokenWarning';
import { showSettingsProblems } from './ui/settingsProblems';
import { createStatusBar } from './ui/statusBar';
import { createTokens } from './ui/tokens';
import { createUsers } from './ui/userSessions';
import { ApplicationsTree, createApplicationsView } from './ui/tree/applicationsTree';

export function activate(context: vscode.ExtensionContext): void {
  const log = createLog();
  const http = createHttp(log);
  const applications = createApplicationStore();
  const selection = createSelectionStore(context.workspaceState, applications);
  const directory = context.globalStorageUri.fsPath;
  const secrets = checkedStore(createSecretStorage(context.secrets), context.globalState, log);
  const tokens = createTokens(secrets, directory, http, log);
  const users = createUsers(secrets, log);
  const sandbox = createLocalSandbox(context.workspaceState, applications, selection, tokens, log);
  const favourites = createFavourites(context.globalState);
  const sandboxRequests = createSandboxRequests(sandbox);
  const guard = createGuard();
  const tree = new ApplicationsTree(applications, selection, http, users, favourites, guard, sandboxRequests);
  const view = createApplicationsView(tree);
  const documents = createJsonDocuments(applications, http, users, sandbox);
  const commands = createCommandRunner(log);
  const stores = { applications, selection, favourites, tokens, users };
  const parts = { ...stores, http, commands, guard, tree, view, documents, sandbox, log };

  context.subscriptions.push(
    ...[log, http, ...Object.values(stores), sandboxRequests, sandbox, guard, tree, view, documents],
    decorateEnvironments(),
    showExchanges(sandbox, sandboxRequests),
    ...registerCommands(parts, context, secrets),
    createStatusBar(selection, tokens, users, applications.onDidChange),
    showUnlocked(guard),
    showSettingsProblems(applications, view),
    showTokenReports(tokens),
    warnBeforeEnd(selection, tokens, directory),
  );
  void sandbox.restore();
}
