import type * as vscode from 'vscode';
import type { Parts } from '../parts';
import { registerContentCommands } from '../explorer/contentCommands';
import { registerCopyCommands } from '../explorer/copyCommands';
import { registerExportCommands } from '../explorer/export/exportCommands';
import { registerFavouriteCommands } from '../explorer/favouriteCommands';
import { registerFilterCommands } from '../explorer/filterCommands';
import { registerPreviewCommands } from '../documents/preview/previewCommands';
import { registerSelectionCommands } from '../explorer/selectionCommands';
import { registerUserDocument } from '../explorer/userDocument';

/** The commands of the tree and of documents. */
export function registerCommands(parts: Parts): vscode.Disposable[] {
  return [
    ...registerSelectionCommands(parts),
    ...registerContentCommands(parts),
    ...registerFilterCommands(parts),
    ...registerFavouriteCommands(parts),
    ...registerCopyCommands(parts),
    ...registerExportCommands(parts),
    ...registerPreviewCommands(parts),
    registerUserDocument(parts),
  ];
}
