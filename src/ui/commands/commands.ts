import type * as vscode from 'vscode';
import type { SecretStore } from '../../auth/secretStore';
import type { Parts } from '../parts';
import type { DocumentSecrets } from '../tokens/documentSecrets';
import { registerApplicationCommands } from '../applications/applicationCommands';
import { registerContentCommands } from '../explorer/contentCommands';
import { registerCopyCommands } from '../explorer/copyCommands';
import { registerDiscoveryCommands } from '../applications/discoveryCommands';
import { registerEnvironmentCommands } from '../applications/environmentCommands';
import { registerExportCommands } from '../explorer/export/exportCommands';
import { registerFavouriteCommands } from '../explorer/favouriteCommands';
import { registerFilterCommands } from '../explorer/filterCommands';
import { registerGuardCommands } from './guardCommands';
import { registerPreviewCommands } from '../documents/preview/previewCommands';
import { registerSandboxCommands } from '../sandbox/register';
import { registerSecretCommands } from '../tokens/secretCommands';
import { registerSelectionCommands } from '../explorer/selectionCommands';
import { registerTokenCommands } from '../tokens/tokenCommands';
import { registerTransferCommands } from '../applications/transferCommands';
import { registerUserCommands } from '../users/userCommands';
import { registerWelcomeCommands } from './welcomeCommands';

/** Every command of the extension, by what it is about. */
export function registerCommands(
  parts: Parts,
  context: vscode.ExtensionContext,
  store: SecretStore,
  secrets: DocumentSecrets,
  forgetRequestFiles: () => Promise<void>,
): vscode.Disposable[] {
  return [
    ...registerApplicationCommands(parts),
    ...registerEnvironmentCommands(parts),
    ...registerGuardCommands(parts),
    ...registerTokenCommands(parts),
    ...registerUserCommands(parts),
    ...registerSecretCommands(parts, context, store, secrets, forgetRequestFiles),
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
  ];
}
