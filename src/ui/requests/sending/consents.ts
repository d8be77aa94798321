import type * as vscode from 'vscode';
import { schemes } from '../../platform/schemes';

/**
 * Permissions that the user gave a document, so that each is asked once. A document is identified by its address.
 * Permissions of an unsaved document end when it closes, because its name is reused. The history counts as one
 * document: its entries have been sent before.
 */
export interface Consents {
  /** True if the document has all these permissions. */
  has(document: vscode.TextDocument, matters: readonly string[]): boolean;
  give(document: vscode.TextDocument, matters: readonly string[]): Promise<void>;
}

const key = 'hydrogen.consents';
const mostKept = 2000;

/** @param state of the workspace; contains addresses of documents and names, no values */
export function createConsents(state: vscode.Memento): Consents {
  const untitled = new WeakMap<vscode.TextDocument, Set<string>>();
  const entry = ({ uri }: vscode.TextDocument, matter: string) =>
    JSON.stringify([uri.scheme === schemes.history ? schemes.history : uri.toString(), matter]);
  const kept = () => state.get<string[]>(key, []);
  return {
    has(document, matters) {
      if (document.isUntitled) return matters.every(matter => untitled.get(document)?.has(matter));
      const all = new Set(kept());
      return matters.every(matter => all.has(entry(document, matter)));
    },
    async give(document, matters) {
      if (document.isUntitled) {
        untitled.set(document, new Set([...(untitled.get(document) ?? []), ...matters]));
        return;
      }
      const all = new Set([...kept(), ...matters.map(matter => entry(document, matter))]);
      await state.update(key, [...all].slice(-mostKept));
    },
  };
}
