import * as vscode from 'vscode';
import { defaultCounts, type Choice } from '../../../world/choice';
import type { WorldPlan } from '../../../world/plan';
import { hasRecords, maximumRecords, type Survey, type SurveyedTable } from '../../../world/survey';
import { isJsonObject, valueOf } from '../../../json/json';
import { plainText } from '../../messages/plainText';
import { unlessCancelled } from '../../platform/dialogs';
import { showInput, showPick, showPickMany } from '../../platform/prompts';
import { pickParts, recordsText } from './choiceParts';
import type { SavedQuery } from './savedQueries';
import { costText, masksText } from './worldText';

interface Review {
  title: string;
  survey: Survey;
  plan: (choice: Choice, rate: number) => WorldPlan;
  queries: readonly SavedQuery[];
}

interface Answers {
  choice: Choice;
  /** Requests per minute. */
  rate: number;
}

interface ReviewItem extends vscode.QuickPickItem {
  /** Changes the answers; absent in the item that accepts them. */
  edit?: () => Promise<Answers>;
}

/**
 * Asks what to copy, then shows the cost, the masks and the missing tables until the user agrees.
 * @throws vscode.CancellationError
 */
export async function askChoice(review: Review, given: Answers): Promise<Answers> {
  let answers = { ...given, choice: await pickParts(review.title, review.survey, given.choice) };
  for (;;) {
    const plan = review.plan(answers.choice, answers.rate);
    const placeHolder = `${costText(plan, answers.rate)} · ${masksText(plan)}`;
    const row = await showPick(rows(review, answers, plan), { title: review.title, placeHolder, ignoreFocusOut: true });
    if (row.edit === undefined) return answers;
    answers = await row.edit();
  }
}

function rows(review: Review, answers: Answers, plan: WorldPlan): ReviewItem[] {
  const { survey, title } = review;
  const { choice, rate } = answers;
  const chosen = survey.tables.filter(table => hasRecords(table) && choice.tables[table.id] !== undefined);
  const changed = async (asked: Promise<Choice>): Promise<Answers> => {
    return { ...answers, choice: (await unlessCancelled(asked)) ?? choice };
  };
  const first: ReviewItem = plan.isTooLarge
    ? {
        label: vscode.l10n.t('Too many records'),
        detail: vscode.l10n.t('A world has at most {0} records. Bring fewer, or those of a query.', maximumRecords),
        edit: () => changed(editRecords(review, chosen, choice)),
      }
    : {
        label: vscode.l10n.t('Bring'),
        description: costText(plan, rate),
        detail: vscode.l10n.t('Profiles are not read. Files become placeholders of 1 kB.'),
      };
  return [
    first,
    ...missingRows(survey, answers, plan),
    {
      label: vscode.l10n.t('Masked columns…'),
      description: masksText(plan),
      detail: plainText(plan.masked.map(({ table, column }) => `${table}.${column}`).join(', '), 200),
      edit: () => changed(editMasks(title, survey, choice)),
    },
    ...(chosen.length === 0
      ? []
      : [
          {
            label: vscode.l10n.t('Records…'),
            description:
              plan.records === 0
                ? vscode.l10n.t('number or query; currently none')
                : vscode.l10n.t('number or query; currently at most {0}', plan.records),
            edit: () => changed(editRecords(review, chosen, choice)),
          },
        ]),
    {
      label: vscode.l10n.t('Requests a minute…'),
      description: vscode.l10n.t('{0}, to stay below the limit of the plan', rate),
      edit: async () => ({ ...answers, rate: (await unlessCancelled(askRate(title))) ?? rate }),
    },
    {
      label: vscode.l10n.t('Back'),
      description: vscode.l10n.t('to the list'),
      edit: async () => ({ ...answers, choice: await pickParts(title, survey, choice) }),
    },
  ];
}

/** Returns the items that add tables that are not chosen, but that chosen records point to. */
function missingRows({ tables: all }: Survey, answers: Answers, { missing }: WorldPlan): ReviewItem[] {
  const { choice } = answers;
  return missing.flatMap(({ table, column, target }): ReviewItem[] => {
    const targetTable = all.find(({ id, name }) => id === target || name === target);
    if (targetTable === undefined) return [];
    const tables = { ...choice.tables, [targetTable.id]: { newest: defaultCounts.records, masked: [] } };
    const pointer = `${plainText(table, 80)}.${plainText(column, 80)}`;
    return [
      {
        label: vscode.l10n.t('Add {0}', plainText(targetTable.name, 80)),
        detail: vscode.l10n.t('{0} points to records that are not brought. The pointers are kept.', pointer),
        edit: async () => ({ ...answers, choice: { ...choice, tables } }),
      },
    ];
  });
}

/** Shows which columns are masked and why. The user can check more of those that can be masked. */
async function editMasks(title: string, { tables }: Survey, choice: Choice): Promise<Choice> {
  const columns = tables
    .filter(({ id }) => choice.tables[id] !== undefined)
    .flatMap(({ id, name, columns: all }) =>
      all
        .filter(({ isMaskable }) => isMaskable)
        .map(column => ({
          id,
          column: column.name,
          isPersonal: column.isPersonal,
          description: column.type,
          label: `${plainText(name, 80)}.${plainText(column.name, 80)}`,
          picked: column.isPersonal || choice.tables[id]?.masked.includes(column.name) === true,
          ...(column.isPersonal ? { detail: vscode.l10n.t('Always masked: its name is that of personal data') } : {}),
        })),
    )
    .sort((one, other) => Number(other.isPersonal) - Number(one.isPersonal));
  const placeHolder = vscode.l10n.t('Phone numbers, e-mails, credentials: masked everywhere');
  const picked = await showPickMany(columns, { title, placeHolder, ignoreFocusOut: true });
  const maskedOf = (table: string) =>
    picked.filter(({ id, isPersonal }) => id === table && !isPersonal).map(({ column }) => column);
  const next = Object.entries(choice.tables).map(([id, of]) => [id, { ...of, masked: maskedOf(id) }] as const);
  return { ...choice, tables: Object.fromEntries(next) };
}

/** Asks for the number of records and the query of one table, or the number for all. */
async function editRecords(
  { title, queries }: Review,
  tables: readonly SurveyedTable[],
  choice: Choice,
): Promise<Choice> {
  const all = { label: vscode.l10n.t('All chosen tables'), table: undefined as SurveyedTable | undefined };
  const items = tables.map(table => ({
    label: plainText(table.name, 80),
    description: recordsText(choice.tables[table.id] ?? { newest: 0, masked: [] }),
    table,
  }));
  const row = await showPick([all, ...items], { title, placeHolder: vscode.l10n.t('Records of which table?') });
  const known = row.table === undefined ? undefined : choice.tables[row.table.id];
  const newest = await showInput({
    title,
    prompt: vscode.l10n.t('The newest records; 0 for none'),
    value: String(known?.newest ?? defaultCounts.records),
    validate: text => (isCount(text) ? undefined : vscode.l10n.t('Enter a number from 0 to {0}.', maximumRecords)),
  });
  if (row.table === undefined || known === undefined) {
    const next = tables.map(({ id }) => [id, { ...(choice.tables[id] ?? { masked: [] }), newest: Number(newest) }]);
    return { ...choice, tables: { ...choice.tables, ...(Object.fromEntries(next) as Choice['tables']) } };
  }
  const { id } = row.table;
  const saved = queries.filter(({ table }) => table === id);
  const where = (await unlessCancelled(askWhere(title, known.where, saved))) ?? known.where ?? '';
  const { where: _, ...rest } = known;
  const table = { ...rest, newest: Number(newest), ...(where === '' ? {} : { where }) };
  return { ...choice, tables: { ...choice.tables, [id]: table } };
}

/** Asks for the query of a table. Offers the favourites of the table first. */
async function askWhere(title: string, known: string | undefined, saved: readonly SavedQuery[]): Promise<string> {
  if (saved.length > 0) {
    const favourites = saved.map(({ label, where }) => ({ label: plainText(label, 80), where }));
    const other = { label: vscode.l10n.t('Another query…'), where: undefined };
    const placeHolder = vscode.l10n.t('Records of which query?');
    const picked = await showPick([...favourites, other], { title, placeHolder });
    if (picked.where !== undefined) return picked.where;
  }
  const text = await showInput({
    title,
    prompt: vscode.l10n.t('A query as JSON, for example {0}; empty for all records', '{"price": {"$gt": 100}}'),
    value: known ?? '',
    validate: typed => (isQuery(typed) ? undefined : vscode.l10n.t('Enter an object in JSON, or nothing.')),
  });
  return text.trim();
}

/** True if a text is a query: a JSON object, or empty. */
export function isQuery(text: string): boolean {
  return text.trim() === '' || isJsonObject(valueOf(text));
}

function isCount(text: string): boolean {
  return /^\d{1,5}$/.test(text.trim()) && Number(text) <= maximumRecords;
}

/**
 * Asks for the plan of the application. Uses four fifths of the rate that the plan guarantees: the rest is for the
 * application's users.
 */
async function askRate(title: string): Promise<number> {
  const plans = [
    { label: vscode.l10n.t('Free plan'), rate: 40 },
    { label: vscode.l10n.t('Education plan'), rate: 400 },
    { label: vscode.l10n.t('Personal plan'), rate: 4000 },
    { label: vscode.l10n.t('Business or enterprise plan'), rate: 40_000 },
  ].map(plan => ({ ...plan, description: vscode.l10n.t('{0} requests a minute', plan.rate) }));
  const { rate } = await showPick(plans, { title, placeHolder: vscode.l10n.t('The plan of the application') });
  return rate;
}
