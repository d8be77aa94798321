import * as vscode from 'vscode';
import type { Choice } from '../../../data/merge';
import { plainText } from '../../platform/plainText';
import { showPick } from '../../platform/prompts';

/**
 * What was changed on both sides: a field, or a whole record that was deleted on one of them. Values are text.
 */
export interface ShownConflict {
  kind: 'field' | 'changedThere' | 'goneThere';
  record: string;
  column?: string;
  mine?: string;
  theirs?: string;
  original?: string;
  /** `false` after a reload: what was read is not known any more. */
  isOriginalKnown: boolean;
}

/**
 * Asks for each conflict, or once for all that are left.
 * @returns one resolution for each
 * @throws vscode.CancellationError
 */
export async function askConflicts(where: string, conflicts: readonly ShownConflict[]): Promise<Choice[]> {
  const made: Choice[] = [];
  while (made.length < conflicts.length) {
    const at = made.length;
    const left = conflicts.slice(at);
    const [conflict] = left;
    if (conflict === undefined) break;
    const title = vscode.l10n.t('{0}: conflict {1} of {2}', where, at + 1, conflicts.length);
    const options = { title, placeHolder: question(conflict), ignoreFocusOut: true };
    const chosen = await showPick([...choicesOf(conflict), ...choicesForAll(left)], options);
    if (chosen?.choice === undefined) throw new vscode.CancellationError();
    const count = chosen.forAll === true ? left.length : 1;
    made.push(...Array.from({ length: count }, () => chosen.choice as Choice));
  }
  return made;
}

interface ChoiceItem extends vscode.QuickPickItem {
  choice?: Choice;
  forAll?: boolean;
}

function question({ kind, record, column = '' }: ShownConflict): string {
  const name = plainText(record, 60);
  switch (kind) {
    case 'field':
      return vscode.l10n.t(
        '{0} of {1} was changed here and on the server. Which value should be saved?',
        plainText(column, 60),
        name,
      );
    case 'changedThere':
      return vscode.l10n.t('{0} was deleted here, but changed on the server. What should happen to it?', name);
    case 'goneThere':
      return vscode.l10n.t('{0} was changed here, but is no longer on the server. What should happen to it?', name);
  }
}

function choicesOf({ kind, mine, theirs, original, isOriginalKnown }: ShownConflict): ChoiceItem[] {
  switch (kind) {
    case 'field':
      return [
        { label: vscode.l10n.t('Mine'), description: valueText(mine), choice: 'mine' },
        { label: vscode.l10n.t('Theirs'), description: valueText(theirs), choice: 'theirs' },
        ...(isOriginalKnown
          ? [{ label: vscode.l10n.t('Original'), description: valueText(original), choice: 'original' as const }]
          : []),
      ];
    case 'changedThere':
      return [
        { label: vscode.l10n.t('Keep the Server’s Record'), choice: 'theirs' },
        { label: vscode.l10n.t('Delete It Anyway'), choice: 'mine' },
      ];
    case 'goneThere':
      return [
        { label: vscode.l10n.t('Leave It Deleted'), choice: 'theirs' },
        { label: vscode.l10n.t('Create It Again'), description: vscode.l10n.t('with a new ID'), choice: 'mine' },
      ];
  }
}

function choicesForAll(left: readonly ShownConflict[]): ChoiceItem[] {
  const count = left.length;
  if (count === 1) return [];
  const all: ChoiceItem[] = [
    { label: vscode.l10n.t('For all remaining conflicts'), kind: vscode.QuickPickItemKind.Separator },
    { label: vscode.l10n.t('Mine for All {0}', count), choice: 'mine', forAll: true },
    { label: vscode.l10n.t('Theirs for All {0}', count), choice: 'theirs', forAll: true },
  ];
  if (!left.every(conflict => conflict.isOriginalKnown)) return all;
  return [...all, { label: vscode.l10n.t('Original for All {0}', count), choice: 'original', forAll: true }];
}

function valueText(value = ''): string {
  return plainText(value.replace(/\s+/g, ' '), 150);
}
