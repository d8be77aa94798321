import * as vscode from 'vscode';
import { filteredBy, sortedBy, unfilteredBy, type DataAddress, type PageQuery } from '../../../data/query';
import { showPickMany } from '../../platform/prompts';
import { openQuery } from '../records/openQuery';
import type { RecordFiles } from '../records/recordFiles';
import type { GridContent } from './gridContent';
import { copyText } from './gridEdits';
import type { GridLayouts } from './gridLayouts';
import { pickPointer } from './pickPointer';
import type { FromPage, ToPage } from './protocol';

export interface WishPlace {
  document: vscode.TextDocument;
  address: DataAddress & PageQuery;
  records: Pick<RecordFiles, 'document' | 'refresh' | 'serviceOf'>;
  layouts: GridLayouts;
  post: (message: ToPage) => void;
  /** `undefined` while the text holds no records. */
  content: () => GridContent | undefined;
  /** Changes the text as a message says, unless the user saw something else in its target. */
  edit: (message: FromPage) => Promise<void>;
}

/**
 * What a person wants of the page beside changes of the text.
 * @param rows the rows that the message is about
 */
export async function carryOut(place: WishPlace, wish: FromPage, rows: readonly number[]): Promise<void> {
  const { document, address, records, layouts } = place;
  const query = (changed: DataAddress) => openQuery(records, document, changed);
  switch (wish.type) {
    case 'copy': {
      const content = place.content();
      const { columns } = wish.target;
      if (content !== undefined) await vscode.env.clipboard.writeText(copyText(content, { rows, columns }));
      return;
    }
    case 'sort':
      return query(sortedBy(address, wish.column, wish.direction));
    case 'unfilter':
      return query(unfilteredBy(address, wish.column));
    case 'filter': {
      const row = place.content()?.rows[rows[0] ?? -1];
      const [column = ''] = wish.target.columns;
      return row && query(filteredBy(address, column, wish.operator, row.fields.get(column)));
    }
    case 'layout':
      return layouts.write(address, wish.layout);
    case 'chooseColumns':
      return chooseColumns(place);
    case 'editElsewhere':
      return editElsewhere(place, wish, rows[0] ?? -1);
    case 'openText':
      return openText(place, rows[0] ?? -1, wish.target.columns[0] ?? '');
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
async function editElsewhere(
  place: WishPlace,
  message: Extract<FromPage, { type: 'editElsewhere' }>,
  index: number,
): Promise<void> {
  const { target } = message;
  const content = place.content();
  const column = content?.columns.find(({ name }) => name === target.columns[0])?.column;
  if (column?.type !== 'reference') return openText(place, index, target.columns[0] ?? '');
  const { service } = await place.records.serviceOf(place.address);
  const text = await pickPointer(service, column, content?.rows[index]?.fields.get(column.name));
  // The text may have changed while the person looked for the record.
  await place.edit({ type: 'write', target, text });
}

/** Shows the text beside the grid, with the value selected; a missing one where its record begins. */
async function openText({ document, content }: WishPlace, row: number, column: string): Promise<void> {
  const record = content()?.rows[row];
  const place = record?.places.get(column)?.value ?? (record && { start: record.start, end: record.start });
  const selection = place && new vscode.Range(document.positionAt(place.start), document.positionAt(place.end));
  const editor = await vscode.window.showTextDocument(document, {
    viewColumn: vscode.ViewColumn.Beside,
    ...(selection === undefined ? {} : { selection }),
  });
  if (selection !== undefined) editor.revealRange(selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}
