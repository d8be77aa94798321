import type * as vscode from 'vscode';
import { createApplicationStore } from './ui/applications/applicationStore';
import { createCommandRunner } from './ui/platform/command';
import { registerCommands } from './ui/commands/commands';
import { createJsonDocuments } from './ui/documents/documents';
import { decorateEnvironments } from './ui/applications/environmentDecorations';
import { createGuard } from './ui/guard/guard';
import { showUnlocked } from './ui/guard/guardStatus';
import { createFavourites } from './ui/explorer/favourites';
import { createHttp } from './ui/platform/http';
import { createLocalSandbox } from './ui/sandbox/localSandbox';
import { createLog } from './ui/platform/log';
import { showExchanges } from './ui/sandbox/sandboxDocuments';
import { createSandboxRequests } from './ui/sandbox/sandboxRequests';
import { createSecretStorage } from './ui/platform/secretStorage';
import { createSelectionStore } from './ui/applications/selectionStore';
import { checkedStore } from './ui/platform/storageHealth';
import { showTokenReports } from './ui/tokens/tokenReports';
import { warnBeforeEnd } from './ui/tokens/tokenWarning';
import { showSettingsProblems } from './ui/applications/settingsProblems';
import { createStatusBar } from './ui/tokens/statusBar';
import { createTokens } from './ui/tokens/tokens';
import { createUsers } from './ui/users/userSessions';
import { ApplicationsTree, createApplicationsView } from './ui/explorer/applicationsTree';

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
