import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { run, useAuthorizedShop, useSandbox } from './fixture';
import { useGate } from './gate';
import { withProgressToken } from './importAnswers';
import { withPerson } from './person';

describe('a cancelled refresh of the token', () => {
  const service = useSandbox();
  const gate = useGate(() => service().sandbox.origin);
  const shop = useAuthorizedShop(service, () => gate().origin);

  it('continues if it was sent, and a message reports this', async () => {
    await run('application.select', shop());
    const held = gate().hold('POST');
    const cancel = new vscode.CancellationTokenSource();
    await withProgressToken(/^Refreshing the token/, cancel.token, async () => {
      const asked = await withPerson(
        ({ choices }) => (choices.includes('Refresh Token') ? 'Refresh Token' : undefined),
        async () => {
          const running = run('application.refreshToken');
          await held.arrived;
          cancel.cancel();
          await Promise.resolve(running).catch(() => undefined);
          held.release();
        },
      );
      assert.match(asked.at(-1)?.title ?? '', /^The refresh of the token of .+ may have been sent and goes on\. /);
    });
    await run('application.verifyToken', shop());
  });
});
