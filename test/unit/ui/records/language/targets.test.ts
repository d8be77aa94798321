import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { TextDocument } from 'vscode';
import { searchTargets } from '../../../../../src/records/document/pointers';
import { getTable } from '../../../../../src/records/table/schema';
import { Targets } from '../../../../../src/ui/records/language/targets';
import { withSandboxService } from '../../../records/fixture';

describe('the records that the pointers of a document lead to', () => {
  it('are read once, and again after the document was read again', () =>
    withSandboxService(async ({ service, sandbox }) => {
      const [{ id } = assert.fail()] = await searchTargets(service, await getTable(service, '5001'), '');
      const listeners = new Set<(document: TextDocument) => void>();
      const targets = new Targets({
        serviceOf: async () => ({ service }) as never,
        onDidRead: listener => {
          listeners.add(listener);
          return { dispose: () => listeners.delete(listener) };
        },
      });
      const document = {} as TextDocument;
      const address = { clientId: 'a', authUrl: 'https://a.example', kind: 'page', table: '5003' } as const;
      const read = () =>
        targets.read({ document, address, table: '5001' }, new Map([['x', id]]), new AbortController().signal);
      const requests = () => sandbox.requests.filter(({ path }) => path.includes('/record/')).length;
      await read();
      const before = requests();
      await read();
      assert.equal(requests(), before);
      for (const listener of listeners) listener(document);
      await read();
      assert.equal(requests(), before + 1);
      targets.dispose();
      assert.equal(listeners.size, 0);
    }));
});
