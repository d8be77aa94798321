import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

const day = 86_400_000;

describe('the data of the sandbox', () => {
  it('is saved, reset and loaded', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'sandbox-data-'));
    const [file, later] = ['saved.json', 'later.json'].map(name => path.join(folder, name)) as [string, string];
    const clockIn = async (name: string) => {
      await vscode.commands.executeCommand('hydrogen.sandbox.save', { uri: vscode.Uri.file(name), confirmed: true });
      const saved = JSON.parse(await readFile(name, 'utf8')) as { clockOffset: number };
      return Math.round(saved.clockOffset / day);
    };
    try {
      await vscode.commands.executeCommand('hydrogen.sandbox.start');
      await vscode.commands.executeCommand('hydrogen.sandbox.moveClock', { milliseconds: 400 * day });
      assert.equal(await clockIn(file), 400);
      await vscode.commands.executeCommand('hydrogen.sandbox.reset', {});
      await vscode.commands.executeCommand('hydrogen.sandbox.moveClock', { milliseconds: 100 * day });
      assert.equal(await clockIn(later), 500);
      await vscode.commands.executeCommand('hydrogen.sandbox.load', { uri: vscode.Uri.file(file) });
      assert.equal(await clockIn(later), 400);
    } finally {
      await vscode.commands.executeCommand('hydrogen.sandbox.stop');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
