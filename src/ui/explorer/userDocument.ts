import type * as vscode from 'vscode';
import type { ApplicationStore } from '../applications/applicationStore';
import { commandTarget } from '../applications/commandTarget';
import type { SelectionStore } from '../applications/selectionStore';
import type { JsonDocuments } from '../documents/documents';
import { applicationNode, environmentChildren, environmentNode } from '../nodes/node';
import type { CommandRunner } from '../platform/command';

/** Opens the signed-in user as a document. */
export function registerUserDocument({
  commands,
  applications,
  selection,
  documents,
}: {
  commands: CommandRunner;
  applications: ApplicationStore;
  selection: SelectionStore;
  documents: JsonDocuments;
}): vscode.Disposable {
  return commands.register('hydrogen.user.show', async argument => {
    const { application, environment } = await commandTarget({ applications, selection }, argument);
    const [, , user] = environmentChildren(environmentNode(applicationNode(application), environment));
    await documents.open(user);
  });
}
