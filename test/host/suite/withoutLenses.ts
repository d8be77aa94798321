import { after, before } from 'mocha';
import * as vscode from 'vscode';

/**
 * Switches code lenses off, so that hints show the targets of requests. VS Code still returns lenses to a test that asks.
 */
export function useHints(): void {
  const switchLenses = (value: boolean | undefined) =>
    vscode.workspace.getConfiguration('editor').update('codeLens', value, vscode.ConfigurationTarget.Global);
  before(() => switchLenses(false));
  after(() => switchLenses(undefined));
}
