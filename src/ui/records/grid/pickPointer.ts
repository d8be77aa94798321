import * as vscode from 'vscode';
import { cellText } from '../../../records/document/cells';
import { writeJson, type Json, type JsonObject } from '../../../json/json';
import { searchRecords } from '../../../records/saving/readRecords';
import { idOf } from '../../../records/text/recordsText';
import { getTable, systemColumns, type Column } from '../../../records/table/schema';
import type { DataService } from '../../../api/openApi/dataService';
import { isCancelled } from '../../platform/command';
import { errorMessage } from '../../messages/messages';
import { oneLine, plainText } from '../../messages/plainText';
import { LivePick } from '../../platform/prompts';
import { searchCondition } from './gridFind';

interface RecordItem extends vscode.QuickPickItem {
  id: string;
}

// Milliseconds without typing before a search is sent.
const pause = 250;
const maximumRecords = '20';

/**
 * Shows a quick pick that searches the records to which a pointer can lead, by ID and text columns. Also offers the
 * typed text itself as an ID.
 * @returns the ID of the chosen record
 * @throws vscode.CancellationError if the user cancels
 */
export async function pickPointer(service: DataService, column: Column, before: Json | undefined): Promise<string> {
  const target = column.target?.id;
  const name = plainText(column.name, 60);
  const pick = new LivePick<RecordItem>(
    name,
    vscode.l10n.t('Search the records that {0} can point to, or type an ID', name),
    {
      matchOnDescription: true,
    },
  );
  let columns: readonly Column[] | undefined;
  let found: readonly RecordItem[] = [];
  let latestSearch = 0;
  const search = async (text: string) => {
    const thisSearch = (latestSearch += 1);
    const typedItems = typedItem(text, before);
    pick.busy = true;
    try {
      columns ??= target === undefined ? [] : (await getTable(service, target)).columns;
      const texts = columns.filter(({ type, system }) => type === 'string' && !system).map(column => column.name);
      const where = text === '' ? undefined : searchCondition(columns, text);
      const records =
        target === undefined ? [] : await searchRecords(service, target, { where, limit: maximumRecords });
      if (thisSearch !== latestSearch) return;
      found = records.map(record => itemOf(record, texts));
      pick.items = [...found, ...typedItems];
    } catch (error) {
      if (thisSearch === latestSearch && !isCancelled(error)) {
        pick.items = typedItems;
        pick.placeholder = errorMessage(error).text;
      }
    }
    if (thisSearch === latestSearch) pick.busy = false;
  };
  let timer: NodeJS.Timeout | undefined;
  pick.onDidChangeValue(text => {
    clearTimeout(timer);
    latestSearch += 1;
    // Until the search ends, Enter must not choose a record that was found by an earlier text.
    pick.items = found.filter(item => hasText(item, text.trim()));
    pick.busy = true;
    timer = setTimeout(() => void search(text.trim()), pause);
  });
  pick.onDidHide(() => clearTimeout(timer));
  void search('');
  return (await pick.choose()).id;
}

function typedItem(text: string, before: Json | undefined): RecordItem[] {
  const id = text === '' ? cellText('reference', before) : text;
  if (id === '' || id === 'null') return [];
  return [{ id, label: id, description: vscode.l10n.t('this ID'), alwaysShow: true }];
}

function hasText({ label, id }: RecordItem, text: string): boolean {
  return [label, id].some(each => each.toLowerCase().includes(text.toLowerCase()));
}

function itemOf(record: JsonObject, texts: readonly string[]): RecordItem {
  const id = idOf(record) ?? '';
  const shown = texts.map(name => record.get(name)).filter(value => typeof value === 'string' && value !== '');
  const others = [...record].filter(([name]) => !systemColumns.has(name)).slice(0, 3);
  const label = typeof shown[0] === 'string' ? shown[0] : others.map(([, value]) => writeJson(value)).join(' ');
  return { id, label: oneLine(label || id, 80), description: id, alwaysShow: true };
}
