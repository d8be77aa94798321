import * as vscode from 'vscode';
import { defaultCounts, type Choice, type TableChoice } from '../../../world/choice';
import { hasRecords, type Survey, type SurveyedTable } from '../../../world/survey';
import { plainText } from '../../messages/plainText';
import { columnCountText } from '../../nodes/dataColumn';
import { showPickMany } from '../../platform/prompts';

interface PartItem extends vscode.QuickPickItem {
  choose?: (choice: Choice) => void;
}

const none: TableChoice = { newest: 0, masked: [] };

/** Asks which parts of an environment to copy, with checkboxes. @throws vscode.CancellationError */
export async function pickParts(title: string, survey: Survey, choice: Choice): Promise<Choice> {
  const items = [...tableItems(survey, choice), ...recordItems(survey, choice), ...otherItems(survey, choice)];
  const placeHolder = vscode.l10n.t('Check what is brought. The number of requests is shown next');
  const picked = await showPickMany(items, { title, placeHolder, matchOnDescription: true });
  const chosen: Choice = {
    tables: {},
    functions: false,
    categories: false,
    contents: 0,
    userGroups: false,
    excludedFunctions: choice.excludedFunctions,
  };
  for (const { choose } of picked) choose?.(chosen);
  return chosen;
}

function tableItems({ tables }: Survey, choice: Choice): PartItem[] {
  const items = tables.map((table): PartItem => {
    const pointing = pointersTo(table, tables);
    return {
      label: plainText(table.name, 80),
      description: columnsText(table),
      ...(pointing === '' ? {} : { detail: vscode.l10n.t('{0} points to it', pointing) }),
      picked: choice.tables[table.id] !== undefined,
      choose: chosen => void (chosen.tables[table.id] ??= { ...(choice.tables[table.id] ?? none), newest: 0 }),
    };
  });
  return [separator(vscode.l10n.t('Tables: schema and indexes')), ...items];
}

function recordItems({ tables }: Survey, choice: Choice): PartItem[] {
  const items = tables.filter(hasRecords).map((table): PartItem => {
    const tableChoice = choice.tables[table.id] ?? none;
    const newest = tableChoice.newest > 0 ? tableChoice.newest : defaultCounts.records;
    return {
      label: vscode.l10n.t('Records of {0}', plainText(table.name, 80)),
      description: recordsText({ ...tableChoice, newest }),
      picked: tableChoice.newest > 0,
      choose: chosen => void (chosen.tables[table.id] = { ...tableChoice, newest }),
    };
  });
  return [separator(vscode.l10n.t('Records')), ...items];
}

function otherItems({ functions, contentGroups, userGroups }: Survey, choice: Choice): PartItem[] {
  const newest = choice.contents > 0 ? choice.contents : defaultCounts.contents;
  return [
    separator(vscode.l10n.t('Everything else')),
    {
      label: vscode.l10n.t('Cloud functions'),
      description: String(functions),
      picked: choice.functions,
      choose: chosen => void (chosen.functions = true),
    },
    {
      label: vscode.l10n.t('Content groups and categories'),
      description: String(contentGroups.length),
      picked: choice.categories,
      choose: chosen => void (chosen.categories = true),
    },
    {
      label: vscode.l10n.t('Contents'),
      description: vscode.l10n.t('newest {0} of each group', newest),
      picked: choice.contents > 0,
      choose: chosen => void (chosen.contents = newest),
    },
    {
      label: vscode.l10n.t('User groups'),
      description: String(userGroups.length),
      picked: choice.userGroups,
      choose: chosen => void (chosen.userGroups = true),
    },
  ];
}

/** Returns a text like “newest 1000 where {"price": …}”. */
export function recordsText({ newest, where }: TableChoice): string {
  if (newest === 0) return vscode.l10n.t('none');
  return where === undefined
    ? vscode.l10n.t('newest {0}', newest)
    : vscode.l10n.t('newest {0} where {1}', newest, plainText(where, 80));
}

function columnsText({ columns }: SurveyedTable): string {
  const masked = columns.filter(({ isPersonal }) => isPersonal).length;
  const all = columnCountText(columns.length);
  return masked === 0 ? all : vscode.l10n.t('{0}, {1} masked', all, masked);
}

/** Returns the pointers of other tables to this one, as `table.column`. */
function pointersTo({ id, name }: SurveyedTable, tables: readonly SurveyedTable[]): string {
  return tables
    .filter(table => table.id !== id)
    .flatMap(table =>
      table.columns
        .filter(({ type, target }) => type === 'reference' && (target === id || target === name))
        .map(column => `${plainText(table.name, 80)}.${plainText(column.name, 80)}`),
    )
    .join(', ');
}

function separator(label: string): PartItem {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}
