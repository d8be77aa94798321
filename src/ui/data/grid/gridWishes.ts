import * as vscode from 'vscode';
import { filteredBy, sortedBy, unfilteredBy, type DataAddress, type PageQuery } from '../../../data/query';
import { showPickMany } from '../../platform/prompts';
import { openQuery } from '../records/openQuery';
import type { RecordFiles } from '../records/recordFiles';
import type { GridContent } from './gridContent';
import { applyChanges, changesOf, copyText } from './gridEdits';
import type { GridLayouts } from './gridLayouts';
import { pickPointer } from './pickPointer';
import type { FromPage, ToPage } from './protocol';

export interface WishPlace {
  document: vscode.TextDocument;
  address: DataAddress & PageQuery;
  records: Pick<RecordFiles, 'known' | 'refresh' | 'serviceOf'>;
  layouts: GridLayouts;
  post: (message: ToPage) => void;
  /** `undefined` while the text holds no records. */
  content: () => GridContent | undefined;
}

/** What a person wants of the page beside changes of the text. */
export async function carryOut(place: WishPlace, wish: FromPage): Promise<void> {
  const { document, address, records, layouts } = place;
  const query = (changed: DataAddress) => openQuery(records, document, changed);
  switch (wish.type) {
    case 'copy': {
      const content = place.content();
      if (content !== undefined) await vscode.env.clipboard.writeText(copyText(content, wish));
      return;
    }
    case 'sort':
      return query(sortedBy(address, wish.column, wish.direction));
    case 'unfilter':
      return query(unfilteredBy(address, wish.column));
    case 'filter': {
      const row = place.content()?.rows[wish.row];
      return row && query(filteredBy(address, wish.column, wish.operator, row.fields.get(wish.column)));
    }
    case 'layout':
      return layouts.write(address, wish.layout);
    case 'chooseColumns':
      return chooseColumns(place);
    case 'editElsewhere':
      return editElsewhere(place, wish);
    case 'openText':
      return openText(place, wish);
    case 'reopenAsText':
      await vscode.commands.executeCommand('workbench.action.reopenTextEditor');
      return;
    case 'save':
      // It asks and may take long; what is changed meanwhile does not wait for it.
      void document.save();
      return;
    case 'ready':
    case 'write':
    case 'set':
    case 'paste':
    case 'fillDown':
    case 'add':
    case 'duplicate':
    case 'delete':
      return;
  }
}

async function chooseColumns({ content, layouts, address, post }: WishPlace): Promise<void> {
  const layout = layouts.read(address);
  const items = (content()?.columns ?? []).map(({ name, type }) => ({
    label: name,
    description: type ?? '',
    picked: !layout.hidden.includes(name),
  }));
  const words = { title: vscode.l10n.t('Columns'), placeHolder: vscode.l10n.t('Choose the columns to show') };
  const chosen = await showPickMany(items, words);
  if (chosen === undefined || chosen.length === 0) return;
  const hidden = items.filter(item => !chosen.includes(item)).map(({ label }) => label);
  const changed = { ...layout, hidden };
  await layouts.write(address, changed);
  post({ type: 'layout', layout: changed });
}

/** A pointer is looked for; what has a form of its own is edited as text. */
async function editElsewhere(place: WishPlace, wish: Extract<FromPage, { type: 'editElsewhere' }>): Promise<void> {
  const content = place.content();
  const column = content?.columns.find(({ name }) => name === wish.column)?.column;
  if (column?.type !== 'reference') return openText(place, wish);
  const row = content?.rows[wish.row];
  const { service } = await place.records.serviceOf(place.address);
  const text = await pickPointer(service, column, row?.fields.get(column.name));
  const now = place.content();
  // The rows may be others by now.
  if (now === undefined || now.rows[wish.row]?.id !== row?.id) return;
  const { arrangement, row: at } = wish;
  const cell = { arrangement, from: at, to: at, columns: [column.name] };
  await applyChanges(place.document, changesOf(now, { type: 'write', ...cell, text }) ?? []);
}

/** Shows the text beside the grid, with the value selected; a missing one where its record begins. */
async function openText(
  { document, content }: WishPlace,
  { row, column }: { row: number; column: string },
): Promise<void> {
  const record = content()?.rows[row];
  const place = record?.places.get(column)?.value ?? (record && { start: record.start, end: record.start });
  const selection = place && new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    ...(selection === undefined ? {} : { selection }),
  });
  if (selection !== undefined) editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
