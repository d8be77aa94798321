import * as vscode from 'vscode';
import { deployState, type DeployState } from '../../../functions/deploy';
import { codeHash } from '../../../functions/functionService';
import { readBases } from '../../../functions/lockFile';
import { isSafeName, readCode } from '../../../functions/sourceFolder';
import { readFunctionRow } from '../../nodes/functionUri';
import { boundFolder } from './localFunction';

/** Returns the decoration of a function in the tree: changed here, there, or both, compared with its base. */
export async function decorationOf(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
  const row = readFunctionRow(uri);
  // The commands report problems of hydrogen.json and the lock file.
  const state = row && (await stateOf(row).catch(() => undefined));
  const [badge, tooltip] = (state && marks()[state]) ?? [];
  if (badge === undefined) return undefined;
  return new vscode.FileDecoration(badge, tooltip, new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'));
}

function marks(): Partial<Record<DeployState, [badge: string, tooltip: string]>> {
  return {
    changedHere: ['↑', vscode.l10n.t('changed here')],
    changedThere: ['↓', vscode.l10n.t('changed there')],
    changedBoth: ['⇅', vscode.l10n.t('changed here and there')],
  };
}

/** Compares a function with its file. @returns `undefined` if the workspace has no file or no base */
async function stateOf({
  clientId,
  envId,
  name,
  hash,
}: NonNullable<ReturnType<typeof readFunctionRow>>): Promise<DeployState | undefined> {
  const source = isSafeName(name) ? await boundFolder() : undefined;
  if (source === undefined) return undefined;
  const base = (await readBases(source, { clientId, envId })).get(name);
  const code = base === undefined ? undefined : await readCode(source, name);
  return code === undefined ? undefined : deployState(codeHash(code), base, hash);
}
