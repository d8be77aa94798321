import * as v from 'valibot';
import type * as vscode from 'vscode';
import type { DataAddress } from '../../../records/table/query';

const maximumKept = 20;
const longestKept = 2000;
const shape = v.array(v.string());

/** Stores the last 20 filters of each table in this workspace. */
export class FilterHistory {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** Returns the filters of a table, the latest first. */
  of(address: DataAddress): readonly string[] {
    const parsed = v.safeParse(shape, this.#state.get(keyOf(address)));
    return parsed.success ? parsed.output : [];
  }

  async add(address: DataAddress, text: string): Promise<void> {
    if (text.length > longestKept) return;
    const others = this.of(address).filter(each => each !== text);
    await this.#state.update(keyOf(address), [text, ...others].slice(0, maximumKept));
  }
}

function keyOf({ authUrl, clientId, table }: DataAddress): string {
  return `hydrogen.grid.filters ${authUrl} ${clientId} ${table}`;
}
