import type * as vscode from 'vscode';
import { schemes } from '../../platform/schemes';

/**
 * The permissions that the user gave to documents, so that each is asked only once. A document is identified by its
 * URI. Permissions of an unsaved document end when it closes, because its name is reused. The history counts as one
 * document: its entries have been sent before.
 */
export interface Consents {
  /** True if the document has all these permissions. */
  has(document: vscode.TextDocument, keys: readonly string[]): boolean;
  give(document: vscode.TextDocument, keys: readonly string[]): Promise<void>;
}

const key = 'hydrogen.consents';
const maximumKept = 2000;

/** @param state the workspace state; contains URIs of documents and names, no values */
export function createConsents(state: vscode.Memento): Consents {
  const untitled = new WeakMap<vscode.TextDocument, Set<string>>();
  const entry = ({ uri }: vscode.TextDocument, key: string) =>
    JSON.stringify([uri.scheme === schemes.history ? schemes.history : uri.toString(), key]);
  const stored = () => state.get<string[]>(key, []);
  return {
    has(document, keys) {
      if (document.isUntitled) return keys.every(key => untitled.get(document)?.has(key));
      const all = new Set(stored());
      return keys.every(key => all.has(entry(document, key)));
    },
    async give(document, keys) {
      if (document.isUntitled) {
        untitled.set(document, new Set([...(untitled.get(document) ?? []), ...keys]));
        return;
      }
      const all = new Set([...stored(), ...keys.map(key => entry(document, key))]);
      await state.update(key, [...all].slice(-maximumKept));
    },
  };
}
