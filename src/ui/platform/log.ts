import * as vscode from 'vscode';

export type Log = vscode.LogOutputChannel;

/** The output channel "Hydrogen". Only codes, addresses without query, times and fingerprints are written to it. */
export function createLog(): Log {
  return vscode.window.createOutputChannel('Hydrogen', { log: true });
}
