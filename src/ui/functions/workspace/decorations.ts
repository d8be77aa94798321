import * as vscode from 'vscode';
import { deployState, type DeployState } from '../../../functions/deploy';
import { codeHash } from '../../../functions/functionService';
import { readBases } from '../../../functions/lockFile';
import { isSafeName, readCode } from '../../../functions/sourceFolder';
import { readFunctionRow } from '../../nodes/functionUri';
import { boundFolder, functionMessages } from './localFunction';

/** Returns the decoration of a function in the tree: changed here, there, or both, compared with its base. */
export async function decorationOf(uri: vscode.Uri): Promise<vscode.FileDecoration | undefined> {
  const row = readFunctionRow(uri);
  // The commands report problems of hydrogen.json and the lock file.
  const state = row && (await stateOf(row).catch(() => undefined));
  const badge = state && badges[state];
  if (state === undefined || badge === undefined) return undefined;
  return new vscode.FileDecoration(
    badge,
    functionMessages.state(state),
    new vscode.ThemeColor('gitDecoration.modifiedResourceForeground'),
  );
}

const badges: Partial<Record<DeployState, string>> = { changedLocally: '↑', changedInService: '↓', changedBoth: '⇅' };

/** Compares a function with its file. @returns `undefined` if the workspace has no file or no base */
async function stateOf(row: NonNullable<ReturnType<typeof readFunctionRow>>): Promise<DeployState | undefined> {
  const { clientId, envId, name, hash } = row;
  const source = isSafeName(name) ? await boundFolder() : undefined;
  if (source === undefined) return undefined;
  const base = (await readBases(source, { clientId, envId })).get(name);
  const code = base === undefined ? undefined : await readCode(source, name);
  return code === undefined ? undefined : deployState(codeHash(code), base, hash);
}
