import * as vscode from 'vscode';
import { isJsonObject, valueOf } from '../../../json/json';
import { limitOf } from '../../../records/table/query';
import { exportColumns, type ExportQuery } from '../../../records/transfer/exportRows';
import type { TransferFormat } from '../../../records/transfer/format';
import { targetName } from '../../nodes/environmentName';
import { columnCountText, typeText } from '../../nodes/dataColumn';
import { fileName } from '../../messages/fileName';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { proposedFile, unlessCancelled } from '../../platform/dialogs';
import { showPick, showPickMany, showSave } from '../../platform/prompts';
import type { ExportSource } from './exportSource';

/** The records, the format and the target file of an export. */
export interface ExportChoice {
  query: ExportQuery;
  format: TransferFormat;
  uri: vscode.Uri;
}

const formats: readonly { format: TransferFormat; label: string }[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'tsv', label: 'TSV' },
  { format: 'json', label: 'JSON' },
  { format: 'jsonl', label: 'JSON Lines' },
];

/** Asks for the records, the format and the target file of an export. @throws vscode.CancellationError, UiError */
export async function askExport(source: ExportSource): Promise<ExportChoice> {
  const { table, target } = source;
  const name = plainText(table.name, 60);
  const title = vscode.l10n.t('Export {0} · {1}', name, targetName(target));
  const { query, format } = await askFormat(title, await askScope(title, source));
  const uri = await showSave({
    title,
    saveLabel: vscode.l10n.t('Export'),
    filters: { [formats.find(each => each.format === format)?.label ?? format]: [format] },
    defaultUri: proposedFile(`${fileName(table.name)}.${format}`, fileFolders()),
  });
  return { query, format, uri: requireFile(uri) };
}

/** Returns the URI of a file on disk. @throws UiError for other URIs, which this process cannot read or write */
export function requireFile(uri: vscode.Uri): vscode.Uri {
  if (uri.scheme === 'file') return uri;
  throw new UiError(
    vscode.l10n.t('{0} is not on a disk of this computer. Choose a file in a local folder.', plainText(uri.path, 120)),
  );
}

/** Returns the workspace folders that are on a disk. */
export function fileFolders(): vscode.WorkspaceFolder[] {
  return (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}

/** Asks which records of an editor to export. Without an editor, returns all records of the table. */
async function askScope(title: string, { table, page, isDirty }: ExportSource): Promise<ExportQuery> {
  if (page === undefined) return { table };
  const { where, orderBy, keys, offset = 0 } = page;
  const limit = limitOf(page);
  const isFiltered = where !== undefined && hasConditions(where);
  const items: (vscode.QuickPickItem & { query: ExportQuery })[] = [
    {
      label: vscode.l10n.t('This Page'),
      description: vscode.l10n.t('at most {0} records', limit),
      query: { table, where, orderBy: orderBy ?? ['-created_at'], keys, page: { offset, limit } },
    },
    ...(isFiltered || orderBy !== undefined || keys !== undefined
      ? [
          {
            label: vscode.l10n.t('All Records of This Query'),
            description: vscode.l10n.t('with its condition, order and columns'),
            query: { table, where, orderBy, keys },
          },
        ]
      : []),
    { label: vscode.l10n.t('The Whole Table'), query: { table } },
  ];
  const placeHolder = isDirty
    ? vscode.l10n.t('Choose the records. Unsaved changes are not exported.')
    : vscode.l10n.t('Choose the records');
  const { query } = await showPick(items, { title, placeHolder });
  return query;
}

async function askFormat(title: string, query: ExportQuery): Promise<Pick<ExportChoice, 'query' | 'format'>> {
  const details: Record<TransferFormat, string> = {
    csv: vscode.l10n.t('For spreadsheets. Texts that begin like a formula are written in double quotes.'),
    tsv: vscode.l10n.t('With tabs. Texts that begin like a formula are written in double quotes.'),
    json: vscode.l10n.t('One list of objects'),
    jsonl: vscode.l10n.t('One object on each line'),
  };
  for (let chosenQuery = query; ;) {
    const count = exportColumns(chosenQuery).length;
    const columns = { label: vscode.l10n.t('Choose Columns…'), description: columnCountText(count) };
    const items: (vscode.QuickPickItem & { format?: TransferFormat })[] = [
      ...formats.map(each => ({ ...each, detail: details[each.format] })),
      columns,
    ];
    const chosen = await showPick(items, { title, placeHolder: vscode.l10n.t('Choose the format') });
    if (chosen.format !== undefined) return { query: chosenQuery, format: chosen.format };
    chosenQuery = { ...chosenQuery, keys: await askColumns(title, chosenQuery) };
  }
}

/** Asks which columns to export. @returns `undefined` for all columns */
async function askColumns(title: string, query: ExportQuery): Promise<readonly string[] | undefined> {
  const types = new Map(query.table.columns.map(column => [column.name, typeText(column)]));
  const before = new Set(exportColumns(query));
  const items = exportColumns({ table: query.table }).map(name => ({
    label: plainText(name, 60),
    description: plainText(types.get(name) ?? '', 60),
    picked: before.has(name),
    name,
  }));
  const chosen = await unlessCancelled(
    showPickMany(items, { title, placeHolder: vscode.l10n.t('Choose the columns to export') }),
  );
  if (chosen === undefined) return query.keys;
  return chosen.length === 0 || chosen.length === items.length ? undefined : chosen.map(({ name }) => name);
}

function hasConditions(where: string): boolean {
  const value = valueOf(where);
  return isJsonObject(value) && value.size > 0;
}
