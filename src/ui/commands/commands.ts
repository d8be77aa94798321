import type * as vscode from 'vscode';
import type { SecretStore } from '../../auth/secretStore';
import type { Parts } from '../parts';
import { registerRequests } from '../requests/requests';
import { registerApplicationCommands } from './applicationCommands';
import { registerContentCommands } from './contentCommands';
import { registerCopyCommands } from './copyCommands';
import { registerDiscoveryCommands } from './discoveryCommands';
import { registerEnvironmentCommands } from './environmentCommands';
import { registerExportCommands } from './exportCommands';
import { registerFavouriteCommands } from './favouriteCommands';
import { registerFilterCommands } from './filterCommands';
import { registerGuardCommands } from './guardCommands';
import { registerPreviewCommands } from './previewCommands';
import { registerSandboxCommands } from './sandboxCommands';
import { registerSecretCommands } from './secretCommands';
import { registerSelectionCommands } from './selectionCommands';
import { registerTokenCommands } from './tokenCommands';
import { registerTransferCommands } from './transferCommands';
import { registerUserCommands } from './userCommands';
import { registerWelcomeCommands } from './welcomeCommands';

/** Every command of the extension, by what it is about. */
export function registerCommands(
  parts: Parts,
  context: vscode.ExtensionContext,
  secrets: SecretStore,
): vscode.Disposable[] {
  const requests = registerRequests(parts, context, secrets);
  return [
    ...registerApplicationCommands(parts),
    ...registerEnvironmentCommands(parts),
    ...registerGuardCommands(parts),
    ...registerTokenCommands(parts),
    ...registerUserCommands(parts),
    ...registerSecretCommands(parts, context, secrets, requests),
    ...registerSelectionCommands(parts),
    ...registerContentCommands(parts),
    ...registerFilterCommands(parts),
    ...registerFavouriteCommands(parts),
    ...registerCopyCommands(parts),
    ...registerExportCommands(parts),
    ...registerPreviewCommands(parts),
    ...registerTransferCommands(parts),
    ...registerDiscoveryCommands(parts),
    ...registerWelcomeCommands(parts, context.extension),
    ...registerSandboxCommands(parts),
    ...requests.disposables,
  ];
}
