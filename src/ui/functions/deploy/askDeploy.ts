import * as vscode from 'vscode';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { askToContinue } from '../../platform/dialogs';
import { pickBelow, type ReadonlyTexts } from '../../platform/readonlyTexts';
import { closeTabs } from '../../platform/tabUri';

/** A conflict: the deployed code of a function is not the expected code. */
interface FunctionConflict {
  name: string;
  /** The names of the application and the environment. */
  targetLabel: string;
  /** The expected code: the one that a file was made from; `undefined` if no version of it is kept. */
  base: string | undefined;
  theirs: string;
  mine: string;
  /** True if the deployed code can replace a file. */
  canKeep: boolean;
  /** When and by whom the deployed code was changed, in words; empty if unknown. */
  changed: string;
}

/**
 * Asks what to do about a conflict. Overwriting is only offered together with the differences.
 * @returns the code to keep
 * @throws vscode.CancellationError
 */
export async function askConflict(
  texts: Pick<ReadonlyTexts, 'add'>,
  conflict: FunctionConflict,
): Promise<'mine' | 'theirs'> {
  const { targetLabel, base, changed, canKeep } = conflict;
  const name = plainText(conflict.name, 60);
  const question = vscode.l10n.t('{0} in {1} has other code than expected.', name, targetLabel);
  const detail = [
    changed,
    base === undefined
      ? vscode.l10n.t('The expected code is not known, so only the two sides can be compared.')
      : vscode.l10n.t('Compare what they changed and what you would replace, then choose.'),
  ].filter(line => line !== '');
  const compare = vscode.l10n.t('Compare');
  await askToContinue(question, detail.join('\n'), compare);
  const close = await showSides(texts, conflict);
  const keep = vscode.l10n.t('Keep Theirs');
  const items = [
    { label: vscode.l10n.t('Cancel'), description: vscode.l10n.t('change nothing') },
    ...(canKeep ? [{ label: keep, description: vscode.l10n.t('the deployed code replaces the text here') }] : []),
    {
      label: vscode.l10n.t('Overwrite'),
      description: vscode.l10n.t('the deployed code is saved as a version and replaced'),
    },
  ];
  return (await pickBelow(question, items, close)) === keep ? 'theirs' : 'mine';
}

/** Opens two differences in one editor: base and theirs, theirs and mine. @returns a function that closes the editor */
async function showSides(
  texts: Pick<ReadonlyTexts, 'add'>,
  { name, targetLabel, base, theirs, mine }: FunctionConflict,
): Promise<() => Promise<void>> {
  const title = vscode.l10n.t('{0} in {1}: base, theirs, mine', plainText(name, 60), targetLabel);
  const added = (label: string, ...codes: readonly string[]) =>
    texts.add(`${fileName(`${plainText(name, 40)} · ${label}`)}.js`, ...codes);
  const [before, after] = added(vscode.l10n.t('theirs'), base ?? '', theirs);
  const [deployed, own] = added(vscode.l10n.t('mine'), theirs, mine);
  const sides = [...(base === undefined ? [] : [[after, before, after]]), [own, deployed, own]];
  await vscode.commands.executeCommand('vscode.changes', title, sides);
  return () => closeTabs(({ label }) => label.startsWith(title));
}

/** Asks before a function is created. @throws vscode.CancellationError */
export async function askCreate(name: string, targetLabel: string): Promise<void> {
  const create = vscode.l10n.t('Create');
  const question = vscode.l10n.t('Create the cloud function {0} in {1}?', plainText(name, 60), targetLabel);
  const detail = vscode.l10n.t('The service has no function of this name. It may have been deleted or renamed.');
  await askToContinue(question, detail, create);
}
