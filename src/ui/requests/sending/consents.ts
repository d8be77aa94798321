import type * as vscode from 'vscode';
import { schemes } from '../../platform/schemes';

/**
 * What a person allowed a document, so that each is asked once. A document is its address; one without a file is
 * remembered while it is open, because its name goes to another one later. The history is one document: whoever sends an
 * entry again has sent it before.
 */
export interface Consents {
  /** Whether the document has been allowed all of it. */
  has(document: vscode.TextDocument, matters: readonly string[]): boolean;
  give(document: vscode.TextDocument, matters: readonly string[]): Promise<void>;
}

const key = 'hydrogen.consents';
const mostKept = 2000;

/** @param state of the workspace; holds addresses of documents and names, no value */
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
