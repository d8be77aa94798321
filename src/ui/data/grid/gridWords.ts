import * as vscode from 'vscode';
import type { Words } from './protocol';

export function gridWords(): Words {
  return {
    records: vscode.l10n.t('Records'),
    row: vscode.l10n.t('Row'),
    null: vscode.l10n.t('null'),
    missing: vscode.l10n.t('missing'),
    empty: vscode.l10n.t('empty text'),
    newRecord: vscode.l10n.t('New Record'),
    duplicateRecord: vscode.l10n.t('Duplicate Record'),
    deleteRecord: vscode.l10n.t('Delete Record'),
    columns: vscode.l10n.t('Columns…'),
    asText: vscode.l10n.t('Edit as Text'),
    edit: vscode.l10n.t('Edit'),
    editInText: vscode.l10n.t('Edit in Text Editor'),
    copy: vscode.l10n.t('Copy'),
    cut: vscode.l10n.t('Cut'),
    setNull: vscode.l10n.t('Set to null'),
    setMissing: vscode.l10n.t('Remove the Value (missing)'),
    setEmpty: vscode.l10n.t('Set to Empty Text'),
    fillDown: vscode.l10n.t('Fill Down'),
    filterBy: vscode.l10n.t('Only Records with This Value'),
    exclude: vscode.l10n.t('Only Records without This Value'),
    sortUp: vscode.l10n.t('Sort Ascending'),
    sortDown: vscode.l10n.t('Sort Descending'),
    unsort: vscode.l10n.t('Do Not Sort'),
    unfilter: vscode.l10n.t('Do Not Filter'),
    pin: vscode.l10n.t('Pin'),
    unpin: vscode.l10n.t('Unpin'),
    moveLeft: vscode.l10n.t('Move Left'),
    moveRight: vscode.l10n.t('Move Right'),
    hide: vscode.l10n.t('Hide'),
    wider: vscode.l10n.t('Wider'),
    narrower: vscode.l10n.t('Narrower'),
    filtered: vscode.l10n.t('filtered'),
  };
}
