import type * as vscode from 'vscode';
import type { DataAddress } from '../../../records/table/query';
import { readLayout, type Layout } from './protocol';

type LayoutListener = (message: { type: 'layout'; layout: Layout }) => void;

/**
 * Stores the column layout of each table for all workspaces. A layout contains column names but no records. All open
 * grids of a table show the same layout: each one writes the whole layout, and must not undo a change of another one.
 */
export class GridLayouts {
  readonly #state: vscode.Memento;
  readonly #listeners = new Map<LayoutListener, string>();

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Sends every new layout of a table to a grid, until the result is disposed. */
  follow(address: DataAddress, listener: LayoutListener): vscode.Disposable {
    this.#listeners.set(listener, keyOf(address));
    return { dispose: () => this.#listeners.delete(listener) };
  }

  read(address: DataAddress): Layout {
    return readLayout(this.#state.get(keyOf(address)));
  }

  /** @param writer the listener of the grid that already shows the layout */
  async write(address: DataAddress, layout: Layout, writer?: LayoutListener): Promise<void> {
    const key = keyOf(address);
    for (const [listener, each] of this.#listeners) {
      if (each === key && listener !== writer) listener({ type: 'layout', layout });
    }
    const isDefault = Object.values(layout).every(part => part.length === 0);
    await this.#state.update(key, isDefault ? undefined : layout);
  }
}

function keyOf({ authUrl, clientId, table }: DataAddress): string {
  return `hydrogen.grid.layout ${authUrl} ${clientId} ${table}`;
}

/**
 * Returns the layout with only the chosen ones of the offered columns. Columns that are not offered, because the document
 * does not show them, stay hidden or shown.
 */
export function withChosen(layout: Layout, offered: readonly string[], chosen: readonly string[]): Layout {
  const others = layout.hidden.filter(name => !offered.includes(name));
  return { ...layout, hidden: [...others, ...offered.filter(name => !chosen.includes(name))] };
}
