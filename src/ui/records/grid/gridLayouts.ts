import type * as vscode from 'vscode';
import type { DataAddress } from '../../../records/table/query';
import { readLayout, type Layout } from './protocol';

/** Stores the column layout of each table for all workspaces. A layout contains column names but no records. */
export interface GridLayouts {
  read(address: DataAddress): Layout;
  write(address: DataAddress, layout: Layout): Promise<void>;
}

export function createGridLayouts(state: vscode.Memento): GridLayouts {
  const key = ({ authUrl, clientId, table }: DataAddress) => `hydrogen.grid.layout ${authUrl} ${clientId} ${table}`;
  return {
    read: address => readLayout(state.get(key(address))),
    async write(address, layout) {
      const isDefault = Object.values(layout).every(part => part.length === 0);
      await state.update(key(address), isDefault ? undefined : layout);
    },
  };
}

/**
 * Returns the layout with only the chosen ones of the offered columns. Columns that are not offered, because the document
 * does not show them, stay hidden or shown.
 */
export function withChosen(layout: Layout, offered: readonly string[], chosen: readonly string[]): Layout {
  const others = layout.hidden.filter(name => !offered.includes(name));
  return { ...layout, hidden: [...others, ...offered.filter(name => !chosen.includes(name))] };
}
