import * as vscode from 'vscode';
import type { ConflictChoice } from '../../../records/saving/merge';
import { answered, showModal } from '../../platform/dialogs';
import { fileName } from '../../messages/fileName';
import { oneLine, plainText } from '../../messages/plainText';
import { pickBelow, type ReadonlyTexts } from '../../platform/readonlyTexts';
import { fieldsText, type ShownField } from './askPlan';
import { closeTabs } from '../../platform/tabUri';

/**
 * A field that both sides changed, or a record that one side deleted. Values are text.
 */
export interface ShownConflict {
  kind: 'field' | 'changedOnServer' | 'goneOnServer';
  /** The record's name and ID. */
  record: string;
  column?: string;
  mine?: string;
  theirs?: string;
  original?: string;
  /** If one side deleted the record: the changes of the side that kept the record. */
  changes?: readonly ShownField[];
  /** False after a reload, which loses the base values. */
  isOriginalKnown: boolean;
}

interface ConflictAnswer {
  label: string;
  choice: ConflictChoice;
}

/**
 * Asks about each conflict, or once about all remaining ones. Enter presses the first button, which chooses neither
 * side.
 * @returns a choice for each conflict, in order
 * @throws vscode.CancellationError
 */
export async function askConflicts(
  texts: Pick<ReadonlyTexts, 'add'>,
  targetLabel: string,
  conflicts: readonly ShownConflict[],
): Promise<ConflictChoice[]> {
  const choices: ConflictChoice[] = [];
  while (choices.length < conflicts.length) {
    const remaining = conflicts.slice(choices.length);
    const [conflict] = remaining;
    if (conflict === undefined) break;
    const position = vscode.l10n.t('{0}: conflict {1} of {2}', targetLabel, choices.length + 1, conflicts.length);
    const chosen = await askOne(texts, position, conflict, remaining.length);
    if (chosen !== 'all') choices.push(chosen);
    else choices.push(...(await askAll(targetLabel, remaining)));
  }
  return choices;
}

/** @returns `all` if the user wants to decide all remaining conflicts at once */
async function askOne(
  texts: Pick<ReadonlyTexts, 'add'>,
  position: string,
  conflict: ShownConflict,
  left: number,
): Promise<ConflictChoice | 'all'> {
  const question = questionOf(conflict);
  const answers = answersOf(conflict);
  const compare = vscode.l10n.t('Compare');
  const all = vscode.l10n.t('Decide All {0}…', left);
  const labels = [...answers.map(({ label }) => label), ...(left > 1 ? [all] : [])];
  const detail = [position, '', ...detailOf(conflict)].join('\n');
  let pressed = await showModal('warning', question, detail, compare, ...labels);
  if (pressed === compare) {
    const close = await showSides(texts, position, conflict);
    pressed = await pickBelow(question, [vscode.l10n.t('Cancel'), ...labels], close);
  }
  if (pressed === all) return 'all';
  return answered(answers.find(({ label }) => label === pressed)?.choice);
}

async function askAll(targetLabel: string, left: readonly ShownConflict[]): Promise<ConflictChoice[]> {
  const back = vscode.l10n.t('Back');
  const hasOriginal = left.every(({ isOriginalKnown }) => isOriginalKnown);
  const answers: ConflictAnswer[] = [
    { label: vscode.l10n.t('Mine for All {0}', left.length), choice: 'mine' },
    { label: vscode.l10n.t('Theirs for All {0}', left.length), choice: 'theirs' },
    ...(hasOriginal
      ? [{ label: vscode.l10n.t('Original for All {0}', left.length), choice: 'original' as const }]
      : []),
  ];
  const question = vscode.l10n.t(
    '{0}: which side should be saved for all {1} remaining conflicts?',
    targetLabel,
    left.length,
  );
  const shown = left.slice(0, maximumShown).map(conflictText);
  const hidden = left.length - shown.length;
  const isRecreated = hasOriginal && left.some(({ kind }) => kind === 'goneOnServer');
  const recreated = vscode.l10n.t(
    'Original: a record that is no longer on the server is created again with its original values and a new ID.',
  );
  const detail = [
    ...shown,
    ...(hidden > 0 ? [vscode.l10n.t('… and more lines: {0}', hidden)] : []),
    ...(isRecreated ? ['', recreated] : []),
  ].join('\n');
  const pressed = await showModal('warning', question, detail, back, ...answers.map(({ label }) => label));
  if (pressed === back) return [];
  const chosen = answered(answers.find(({ label }) => label === pressed)?.choice);
  return left.map(() => chosen);
}

const maximumShown = 12;

/** Shows the server's side on the left and the user's on the right. @returns a function that closes the editor */
async function showSides(
  texts: Pick<ReadonlyTexts, 'add'>,
  position: string,
  { record, column = '', mine, theirs, changes = [] }: ShownConflict,
): Promise<() => Promise<void>> {
  const lines = (side: 'from' | 'to') => changes.map(change => `${change.name}: ${change[side]}\n`).join('');
  const [left, right] = texts.add(
    `${fileName(`${column} ${record}`.trim())}.json`,
    theirs === undefined ? lines('from') : `${theirs}\n`,
    mine === undefined ? lines('to') : `${mine}\n`,
  );
  await vscode.commands.executeCommand('vscode.diff', left, right, position);
  const opened = vscode.window.tabGroups.activeTabGroup.activeTab;
  return () => closeTabs(tab => tab === opened);
}

function questionOf({ kind, record, column = '' }: ShownConflict): string {
  const name = plainText(record, 100);
  return {
    field: vscode.l10n.t(
      'The field {0} of {1} was changed here and on the server. Which value should be saved?',
      plainText(column, 60),
      name,
    ),
    changedOnServer: vscode.l10n.t('{0} was deleted here, but changed on the server. What should happen to it?', name),
    goneOnServer: vscode.l10n.t(
      '{0} was changed here, but is no longer on the server. What should happen to it?',
      name,
    ),
  }[kind];
}

/** Describes a conflict in a line of the question about all of them, without a question of its own. */
function conflictText({ kind, record, column = '' }: ShownConflict): string {
  const name = plainText(record, 100);
  return {
    field: vscode.l10n.t('{0}: {1} changed here and on the server', name, plainText(column, 60)),
    changedOnServer: vscode.l10n.t('{0}: deleted here, changed on the server', name),
    goneOnServer: vscode.l10n.t('{0}: changed here, no longer on the server', name),
  }[kind];
}

function detailOf({ kind, mine, theirs, original, changes = [], isOriginalKnown }: ShownConflict): string[] {
  if (kind === 'field') {
    return [
      vscode.l10n.t('Mine: {0}', oneLine(mine ?? '', 300)),
      vscode.l10n.t('Theirs: {0}', oneLine(theirs ?? '', 300)),
      ...(isOriginalKnown ? [vscode.l10n.t('Original: {0}', oneLine(original ?? '', 300))] : []),
    ];
  }
  return changes.length === 0 ? [] : [vscode.l10n.t('Changed: {0}', fieldsText(changes, { withBefore: true }))];
}

function answersOf({ kind, isOriginalKnown }: ShownConflict): ConflictAnswer[] {
  const answers: Record<ShownConflict['kind'], ConflictAnswer[]> = {
    field: [
      { label: vscode.l10n.t('Mine'), choice: 'mine' },
      { label: vscode.l10n.t('Theirs'), choice: 'theirs' },
      ...(isOriginalKnown ? [{ label: vscode.l10n.t('Original'), choice: 'original' as const }] : []),
    ],
    changedOnServer: [
      { label: vscode.l10n.t('Keep the Server’s Record'), choice: 'theirs' },
      { label: vscode.l10n.t('Delete It Anyway'), choice: 'mine' },
    ],
    goneOnServer: [
      { label: vscode.l10n.t('Leave It Deleted'), choice: 'theirs' },
      { label: vscode.l10n.t('Create It Again with a New ID'), choice: 'mine' },
    ],
  };
  return answers[kind];
}
