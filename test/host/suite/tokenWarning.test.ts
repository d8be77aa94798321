import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import type { SelectionStore } from '../../../src/ui/applications/selectionStore';
import type { Tokens } from '../../../src/ui/tokens/tokens';
import { warnBeforeEnd } from '../../../src/ui/tokens/tokenWarning';
import { eventually } from '../../ui/driver/eventually';
import { writeSetting } from './fixture';
import { titlesOf, withUser } from './person';
import { useFolder } from './requestDocuments';

const hour = 3600_000;

describe('the warning before a token expires', () => {
  const folder = useFolder();

  it('comes when the window gets the focus after the machine slept, when no timer ran', async () => {
    const obtainedAt = Date.now() - 100 * hour;
    let expiresAt = Date.now() + 200 * hour;
    let reads = 0;
    const none = () => new vscode.Disposable(() => undefined);
    const application = { name: 'Shop', clientId: 'shop', authUrl: 'https://auth.example', environments: [] };
    const selection = { current: () => ({ application }), onDidChange: none } as unknown as SelectionStore;
    const read = async () => {
      reads += 1;
      return { expiresAt, obtainedAt };
    };
    const tokens = { of: () => ({ read }), onDidChange: none } as unknown as Tokens;
    const focus = new vscode.EventEmitter<vscode.WindowState>();
    const { onDidChangeWindowState } = vscode.window;
    Object.assign(vscode.window, { onDidChangeWindowState: focus.event });
    const warning = warnBeforeEnd(selection, tokens, folder());
    try {
      await eventually(() => assert.equal(reads, 1));
      const asked = await withUser([[/expires in/, 'Don’t Show Again']], async () => {
        // The sleep shortens the time that is left, without an event.
        expiresAt = Date.now() + hour;
        focus.fire({ focused: false, active: false });
        assert.equal(reads, 1);
        focus.fire({ focused: true, active: true });
        const setting = () => vscode.workspace.getConfiguration().get('hydrogen.token.warnBefore');
        await eventually(() => assert.equal(setting(), 0));
      });
      assert.deepEqual(titlesOf(asked), ['The access token of Shop expires in 59 min.']);
    } finally {
      warning.dispose();
      focus.dispose();
      await writeSetting('hydrogen.token.warnBefore', undefined);
      Object.assign(vscode.window, { onDidChangeWindowState });
    }
  });
});
