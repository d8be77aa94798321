import type * as vscode from 'vscode';
import { schemes } from '../../platform/schemes';

const key = 'hydrogen.consents';
const maximumKept = 2000;

/**
 * The permissions that the user gave to documents, so that each is asked only once. A document is identified by its
 * URI. Permissions of an unsaved document end when it closes, because its name is reused. The history counts as one
 * document: its entries have been sent before.
 */
export class Consents {
  readonly #state: vscode.Memento;
  readonly #untitled = new WeakMap<vscode.TextDocument, Set<string>>();

  /** @param state the workspace state; contains URIs of documents and names, no values */
  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  /** True if the document has all these permissions. */
  has(document: vscode.TextDocument, keys: readonly string[]): boolean {
    if (document.isUntitled) return keys.every(key => this.#untitled.get(document)?.has(key));
    const all = new Set(this.#stored());
    return keys.every(key => all.has(entryOf(document, key)));
  }

  async give(document: vscode.TextDocument, keys: readonly string[]): Promise<void> {
    if (document.isUntitled) {
      this.#untitled.set(document, new Set([...(this.#untitled.get(document) ?? []), ...keys]));
      return;
    }
    const all = new Set([...this.#stored(), ...keys.map(key => entryOf(document, key))]);
    await this.#state.update(key, [...all].slice(-maximumKept));
  }

  #stored(): string[] {
    return this.#state.get<string[]>(key, []);
  }
}

function entryOf({ uri }: vscode.TextDocument, key: string): string {
  return JSON.stringify([uri.scheme === schemes.history ? schemes.history : uri.toString(), key]);
}
