import assert from 'node:assert/strict';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../ui/driver/eventually';
import { run } from './fixture';

describe('a run of a followed function', () => {
  const hello = { clientId: '8ee5700938755f0703fc', name: 'hello' };
  const output = () =>
    vscode.workspace.textDocuments
      .filter(({ uri }) => uri.scheme === 'output')
      .map(document => document.getText())
      .join('\n');

  before(() => run('sandbox.start'));
  after(() => run('sandbox.stop'));

  it('appears once in the output', async () => {
    // The second command stops the first one, which still starts.
    assert.deepEqual(await Promise.all([run('function.follow', hello), run('function.follow', hello)]), [false, false]);
    assert.equal(await run('function.follow', hello), true);
    // This closes the HTTP client.
    const settings = vscode.workspace.getConfiguration('http');
    await settings.update('proxyStrictSSL', false, vscode.ConfigurationTarget.Global);
    const before = (await run('function.runIn', hello)) as { jobId: string };
    await eventually(() => assert.match(output(), new RegExp(`✓ .* · hello · ${before.jobId} · `)));
    await settings.update('proxyStrictSSL', undefined, vscode.ConfigurationTarget.Global);
    assert.equal(await run('function.follow', hello), false);
    assert.equal(output().split(` · hello · ${before.jobId} · `).length, 2);
  });

  it('is the last line after the user has stopped, even if its log arrives later', async () => {
    assert.equal(await run('function.follow', hello), true);
    const { jobId } = (await run('function.runIn', hello)) as { jobId: string };
    await run('sandbox.fault', { fault: 'slow' });
    const shown = ` · hello · ${jobId} · `;
    await eventually(() => assert.ok(output().includes(shown)));
    assert.equal(await run('function.follow', hello), false);
    await run('sandbox.fault', { fault: 'fast' });
    assert.equal(await run('function.follow', hello), true);
    const [, next] = await eventually(() => {
      const [line, ...more] = output().slice(output().indexOf(shown)).split('\n');
      assert.match(more.join('\n'), /^Follows the runs/m);
      return [line, ...more];
    });
    assert.match(next ?? '', /^Follows the runs/);
    assert.equal(await run('function.follow', hello), false);
  });
});
