import * as vscode from 'vscode';
import { TransferMessages } from '../../../records/transfer/messages';
import { TransferError } from '../../../records/transfer/transferError';
import { UiError } from '../../messages/uiError';
import { translate } from '../../messages/translate';

/** The messages of imports and exports, in the display language of VS Code. */
export const transferMessages = new TransferMessages(translate);

/** Runs work. Converts a TransferError to a UiError, and an AbortError to a vscode.CancellationError. */
export async function withTransferErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof TransferError) throw new UiError(transferMessages.error(error));
    if (error instanceof Error && error.name === 'AbortError') throw new vscode.CancellationError();
    throw error;
  }
}
