import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { importTable } from '../../../src/cli/tableImport';
import { readTableOptions } from '../../../src/cli/tableOptions';
import { inFolder } from '../folder';
import { withSandbox } from '../sandbox/fixture';

describe('the question of hydrogen table import', () => {
  it('shows the name of an environment without control characters', () =>
    inFolder(folder =>
      withSandbox(async (_, shop) => {
        const name = 'Sta\u202eging';
        const environments = [{ name, envId: shop.environments[0]?.envId ?? 'env-1' }];
        const { clientId, serverDomain, authUrl } = shop;
        const settings = path.join(folder, 'hydrogen.json');
        const application = { name: 'Shop', clientId, serverDomain, authUrl, environments };
        await writeFile(settings, JSON.stringify({ application }));
        const file = path.join(folder, 'rows.csv');
        await writeFile(file, 'sku,name\n1,a\n');
        const asked: string[] = [];
        const options = readTableOptions(['import', file, '--table', '5001', '--env', name, '--settings', settings]);
        const run = importTable(options, {
          env: { HYDROGEN_CLIENT_SECRET: shop.clientSecret, HYDROGEN_ALLOW_HOSTS: '127.0.0.1' },
          input: () => Promise.resolve(''),
          print: () => undefined,
          ask: question => (asked.push(question), Promise.resolve('n')),
          color: false,
          signal: new AbortController().signal,
        });
        await assert.rejects(run, { message: 'Nothing was sent.' });
        assert.deepEqual(asked, ['Import into Sta ging now? [y/N] ']);
      }),
    ));
});
