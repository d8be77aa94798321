import path from 'node:path';
import * as vscode from 'vscode';
import type { Application } from '../../../applications/application';
import { diffWorlds, type WorldChange } from '../../../world/diff';
import { longestWorld, WorldError, type World } from '../../../world/world';
import type { WorldSource } from '../../../world/worldFolder';
import type { Guard } from '../../guard/guard';
import { oneLine, plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import type { Http } from '../../network/http';
import { applicationNode } from '../../nodes/application';
import type { FavouriteTarget, TreeNode } from '../../nodes/node';
import { isScripted, type CommandArgument } from '../../platform/commandArgument';
import { isAllowedUnasked, requireConfirmed } from '../../platform/confirm';
import { askToContinue, showMessage } from '../../platform/dialogs';
import { askWithText, type ReadonlyTexts } from '../../platform/readonlyTexts';
import type { Tokens } from '../../tokens/tokens';
import type { SandboxControls } from '../sandboxControlCommands';
import type { SandboxWorlds, StoredWorld } from '../sandboxWorlds';
import { unreadableText, worldMessages } from './worldText';

export interface WorldDependencies extends SandboxControls {
  tokens: Tokens;
  http: Pick<Http, 'fetch'>;
  guard: Guard;
  texts: ReadonlyTexts;
  worlds: SandboxWorlds;
  favourites: { of: (application: Application) => FavouriteTarget[] };
  /** Stores the request rate of each application. */
  state: vscode.Memento;
  view: Pick<vscode.TreeView<TreeNode>, 'reveal'>;
}

/**
 * Shows what changes in an application of the sandbox, and asks whether to replace its data. If these cannot be read,
 * shows why: another version may still read them.
 * @param stored the data to replace; the new data may name another application
 * @throws vscode.CancellationError; UiError if a script did not confirm
 */
export async function confirmReplacing(
  { texts, worlds }: Pick<WorldDependencies, 'texts' | 'worlds'>,
  command: string,
  argument: CommandArgument,
  stored: StoredWorld,
  world: World,
): Promise<void> {
  requireConfirmed(argument);
  if (isAllowedUnasked(command, argument)) return;
  const button = vscode.l10n.t('Replace');
  const named = (stored.world ?? world).source.application;
  const question = vscode.l10n.t('Replace the data of {0}?', `${plainText(named, 60)} (Sandbox)`);
  if (stored.world === undefined) {
    const reason = unreadableText(path.join(worlds.folder, world.clientId, 'world.json'), stored.error);
    return askToContinue(question, vscode.l10n.t('{0} If you replace it, its data is lost.', reason), button);
  }
  const changes = diffWorlds(stored.world, world);
  const counts = (['added', 'changed', 'removed'] as const).map(
    kind => changes.filter(change => change.kind === kind).length,
  );
  await askWithText(
    texts,
    {
      severity: 'information',
      question,
      buttons: [button],
    },
    {
      before: [
        vscode.l10n.t('{0} added, {1} changed, {2} removed', ...counts),
        vscode.l10n.t('What was written to it in the sandbox is lost.'),
        '',
      ],
      lines: changes.map(change => plainText(worldMessages.change(shortened(change)), 2000)),
      more: { button: vscode.l10n.t('Show All Changes'), title: vscode.l10n.t('Changes') },
    },
  );
}

/** Shortens the names of a change, so that its text is one line. */
function shortened({ kind, list, table, id, name, fields }: WorldChange): WorldChange {
  const short = (text: string) => oneLine(text, 80);
  return { kind, list, table: short(table), id: short(id), name: short(name), fields: fields.map(short) };
}

/**
 * Stores a world and shows its application. After a file system error, the user can try again without reading again.
 */
export async function storeWorld(
  { sandbox, worlds, view }: WorldDependencies,
  argument: CommandArgument,
  world: World,
  source: WorldSource | undefined,
): Promise<Application> {
  for (;;) {
    try {
      const application = await sandbox.addWorld(world, source);
      if (!isScripted(argument)) await view.reveal(applicationNode(application), { focus: true, expand: true });
      return application;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (error instanceof RangeError)
        throw new UiError(vscode.l10n.t('A made-up application of the sandbox has the ClientID of this world.'));
      if (error instanceof WorldError)
        throw new UiError(
          vscode.l10n.t(
            'The data of {0} would be larger than {1} MB. Bring fewer tables, or fewer records of each. The sandbox is unchanged.',
            plainText(world.source.application, 60),
            longestWorld / 1e6,
          ),
        );
      if (typeof code !== 'string') throw error;
      const text = vscode.l10n.t(
        'The data cannot be stored in {0} ({1}). Free disk space or fix its permissions. The sandbox is unchanged.',
        worlds.folder,
        code,
      );
      if (isScripted(argument)) throw new UiError(text);
      const again = vscode.l10n.t('Try Again');
      if ((await showMessage('error', text, again)) !== again) throw new vscode.CancellationError();
    }
  }
}
