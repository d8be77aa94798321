import * as vscode from 'vscode';
import type { Column } from '../../records/table/schema';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

interface DataColumnNode extends EnvironmentScoped {
  kind: 'dataColumn';
  column: Column;
}

export function dataColumnNode(parent: EnvironmentScoped, column: Column): DataColumnNode {
  return { kind: 'dataColumn', ...childFields(parent, `column:${column.name}`), column };
}

export const dataColumn = nodeKind<DataColumnNode>()({
  name: ({ column }) => column.name,
  label: ({ column }) => column.name,
  words: ({ column }) => wordsOf(column),
  row: ({ column }) => ({
    children: 'none',
    contextValue: 'dataColumn',
    icon: icons.get(column.type) ?? 'symbol-field',
    description: wordsOf(column),
    tooltip: columnText(column),
    spoken: joinNonEmpty([vscode.l10n.t('Column {0}', column.name), wordsOf(column)], ', '),
  }),
  search: { name: () => vscode.l10n.t('Column'), icon: 'symbol-field', onlyTyped: true },
});

/** Returns the type in the service's own words, because users write them into requests. */
export function typeText({ type, itemType, target }: Column): string {
  if (type === 'array') return itemType === undefined ? type : `${type} <${itemType}>`;
  // The ID of a user has a target too, but leads nowhere.
  return target === undefined || type !== 'reference' ? type : `${type} → ${target.name ?? target.id}`;
}

/** Returns a number of columns with its noun. */
export function columnCountText(count: number): string {
  return count === 1 ? vscode.l10n.t('1 column') : vscode.l10n.t('{0} columns', count);
}

function wordsOf(column: Column): string {
  return joinNonEmpty([typeText(column), column.required ? vscode.l10n.t('required') : undefined, column.description]);
}

/** Returns the schema of a column as lines of text. */
export function columnText(column: Column): string {
  const { name, description, required, defaultValue, choices, access } = column;
  const lines = [
    `${name}: ${typeText(column)}`,
    description,
    required ? vscode.l10n.t('Required') : undefined,
    defaultValue === undefined ? undefined : vscode.l10n.t('Default: {0}', JSON.stringify(defaultValue)),
    choices === undefined ? undefined : vscode.l10n.t('One of: {0}', choices.join(', ')),
    column.coordinateType === undefined ? undefined : vscode.l10n.t('Coordinates: {0}', column.coordinateType),
    column.system ? vscode.l10n.t('Written by the service') : undefined,
    column.protected ? vscode.l10n.t('Belongs to the built-in table') : undefined,
    access.clientVisible ? undefined : vscode.l10n.t('Hidden from users'),
    access.clientReadOnly ? vscode.l10n.t('Users cannot change it') : undefined,
    access.creatorVisible ? vscode.l10n.t('Only its creator sees it') : undefined,
  ];
  return joinNonEmpty(lines, '\n');
}

const icons: ReadonlyMap<string, string> = new Map([
  ['string', 'symbol-string'],
  ['boolean', 'symbol-boolean'],
  ['array', 'symbol-array'],
  ['object', 'symbol-object'],
  ['integer', 'symbol-numeric'],
  ['number', 'symbol-numeric'],
  ['date', 'calendar'],
  ['file', 'file'],
  ['geojson', 'compass'],
  ['reference', 'references'],
  ['id', 'key'],
]);
