import * as vscode from 'vscode';
import { joinSentences } from '../../../api/messages/template';
import { isJsonObject, writeJson, type Json, type JsonObject } from '../../../json/json';
import type { ChangeOutcome } from '../../../change/change';
import type { SchemaDifference } from '../../../records/schema/schemaChanges';
import type { SchemaProblem } from '../../../records/schema/schemaProblems';
import type { SchemaStep } from '../../../records/schema/tablePlan';
import { jsonProblems } from '../../messages/fieldMessages';
import { plainText } from '../../messages/plainText';
import { UiError } from '../../messages/uiError';
import { unwrittenText } from '../change/unwrittenText';

/** Explains a problem that prevents saving a schema document, and how to fix it. */
export function schemaProblemText({ code, name = '', expected = '' }: SchemaProblem): string {
  const [named, possible] = [plainText(name, 60), plainText(expected, 200)];
  return {
    ...jsonProblems(),
    notATable: vscode.l10n.t('Write the table as an object with name, schema.fields and the permissions.'),
    tableName: vscode.l10n.t('A table needs a name of a letter and up to 31 more letters, digits and underscores.'),
    tableNameTaken: vscode.l10n.t('There is already a table {0}. Choose another name.', named),
    tableRenamed: vscode.l10n.t('A table cannot be renamed here. Its name is {0}.', named),
    columnName: vscode.l10n.t('A column needs a name of a letter and up to 31 more letters, digits and underscores.'),
    reservedName: vscode.l10n.t('{0} is a name of the service. Choose another one.', named),
    duplicateColumn: vscode.l10n.t('There is already a column {0}.', named),
    unknownType: vscode.l10n.t('{0} needs one of these types: {1}', named, possible),
    retyped: vscode.l10n.t(
      'The service cannot change the type of {0}. Add a column with the new type, copy the values, then drop {0}.',
      named,
    ),
    itemsMissing: vscode.l10n.t('{0} needs items with one of these types: {1}', named, possible),
    coordinatesMissing: vscode.l10n.t('{0} needs a coordinate_type: {1}', named, possible),
    pointerMissing: vscode.l10n.t('{0} needs a schema_name: the table that it points to.', named),
    unknownTable: vscode.l10n.t('There is no table {0}.', named),
    tooManyPointers: vscode.l10n.t('A table has at most {0} pointers.', possible),
    wrongDefault: vscode.l10n.t('The default of {0} must be of the type {1}.', named, possible),
    permission: vscode.l10n.t(
      'Write permissions as a list of these: {0}',
      'user:anonymous, user:*, user:{created_by}, user:<id>, gid:<id>',
    ),
    unknownGroup: vscode.l10n.t('There is no user group with the ID {0}.', named),
    index: vscode.l10n.t('An index needs a list fields of columns of this table.'),
  }[code];
}

/** Describes a step as one line of the plan. */
export function stepText({ kind, name, before, after }: SchemaStep): string {
  const named = plainText(name, 60);
  return {
    createTable: vscode.l10n.t('Create the table {0}', named),
    addColumn: vscode.l10n.t('Add the column {0}: {1}', named, columnText(after)),
    dropColumn: vscode.l10n.t('Drop the column {0} with all its values', named),
    changeColumn: vscode.l10n.t('Change the column {0}: {1} → {2}', named, valueText(before), valueText(after)),
    orderColumns: vscode.l10n.t('Order the columns: {0}', valueText(after)),
    permissions: vscode.l10n.t('Change {0}: {1} → {2}', named, valueText(before), valueText(after)),
    addIndex: vscode.l10n.t('Add the unique index {0}', named),
    dropIndex: vscode.l10n.t('Drop the unique index {0}', named),
  }[kind];
}

/** Describes a column without its name, which the line already shows. */
function columnText(column: Json | undefined): string {
  if (!isJsonObject(column)) return valueText(column);
  return valueText(new Map([...column].filter(([property]) => property !== 'name')));
}

/** Explains which changes are not saved and why; `undefined` if everything was saved. */
export function schemaFailure(outcomes: readonly ChangeOutcome<JsonObject, SchemaDifference>[]): UiError | undefined {
  const failed = outcomes.filter(({ outcome }) => outcome.status !== 'saved');
  if (failed.length === 0) return undefined;
  const saved = vscode.l10n.t(
    '{0} of {1} requests were carried out.',
    outcomes.length - failed.length,
    outcomes.length,
  );
  const reasons = failed.map(({ change, outcome }) => `${plainText(change.title, 60)}: ${reasonText(outcome)}`);
  return new UiError(joinSentences([saved, ...reasons]));
}

function reasonText(outcome: ChangeOutcome<JsonObject, SchemaDifference>['outcome']): string {
  if (outcome.status === 'saved') return '';
  if (outcome.status === 'partly') return joinSentences(outcome.differences.slice(0, 5).map(differenceText));
  return unwrittenText(outcome, reason =>
    vscode.l10n.t('It is not known whether it was written. Read the schema again. {0}', reason),
  );
}

function differenceText({ kind, name, property = '', stored }: SchemaDifference): string {
  const named = plainText(name, 60);
  return {
    appeared: vscode.l10n.t(
      'The table has a column {0} that was not sent: somebody added it, or the service kept it.',
      named,
    ),
    disappeared: vscode.l10n.t(
      'The column {0} was sent, but is no longer there. Somebody wrote at the same time.',
      named,
    ),
    property: vscode.l10n.t(
      '{0}: the service did not accept {1}. It has: {2}',
      named,
      plainText(property, 40),
      valueText(stored),
    ),
    order: vscode.l10n.t('The columns of {0} are in another order than they were sent in.', named),
    permission: vscode.l10n.t('{0}: the service did not accept this value. It has: {1}', named, valueText(stored)),
    index: vscode.l10n.t('{0}: the service did not accept this value. It has: {1}', named, valueText(stored)),
  }[kind];
}

export function valueText(value: Json | undefined): string {
  return value === undefined ? vscode.l10n.t('no value') : plainText(writeJson(value), 120);
}
