import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { TextDocument } from 'vscode';
import type { Json } from '../../../../../src/json/json';
import { pointedId, searchTargets } from '../../../../../src/records/document/pointers';
import { addressQuery } from '../../../../../src/records/table/query';
import { getTable } from '../../../../../src/records/table/schema';
import { Targets } from '../../../../../src/ui/records/language/targets';
import { withSandboxService } from '../../../records/fixture';

const address = { clientId: 'a', authUrl: 'https://a.example', kind: 'page', table: '5003' } as const;

/** Returns a document of the records of a table. */
function documentOf(table: string): TextDocument {
  return { uri: { query: addressQuery({ ...address, table }) } } as TextDocument;
}

/** Runs a test with pointers to the table 5001. `read` reads some IDs and returns the number of requests for records. */
const withTargets = (
  test: (context: {
    read: (ids: readonly Json[]) => Promise<number>;
    fireRead: (document: TextDocument) => void;
    document: TextDocument;
    ids: readonly Json[];
  }) => Promise<void>,
) =>
  withSandboxService(async ({ service, sandbox }) => {
    const found = await searchTargets(service, await getTable(service, '5001'), '');
    const listeners = new Set<(document: TextDocument) => void>();
    const targets = new Targets({
      serviceOf: async () => ({ service }) as never,
      onDidRead: listener => {
        listeners.add(listener);
        return { dispose: () => listeners.delete(listener) };
      },
    });
    const document = documentOf('5003');
    const requests = () => sandbox.requests.filter(({ path }) => path.includes('/record/')).length;
    await test({
      document,
      ids: found.map(({ id }) => id),
      fireRead: read => listeners.forEach(listener => listener(read)),
      async read(ids) {
        const before = requests();
        const byKey = new Map(ids.map(id => [pointedId(id)?.key ?? '', id]));
        const read = await targets.read({ document, address, table: '5001' }, byKey, new AbortController().signal);
        assert.deepEqual(
          [...byKey.keys()].filter(key => !read.has(key)),
          [],
        );
        return requests() - before;
      },
    });
    targets.dispose();
    assert.equal(listeners.size, 0);
  });

describe('the records that the pointers of a document lead to', () => {
  it('are read once, and again after the document was read again', () =>
    withTargets(async ({ read, fireRead, document, ids }) => {
      assert.equal(await read(ids), 1);
      assert.equal(await read(ids), 0);
      fireRead(document);
      assert.equal(await read(ids), 1);
    }));

  it('are read again after a document with their records was read, but not after any other', () =>
    withTargets(async ({ read, fireRead, ids }) => {
      await read(ids);
      fireRead(documentOf('5002'));
      assert.equal(await read(ids), 0);
      fireRead(documentOf('5001'));
      assert.equal(await read(ids), 1);
    }));

  it('are all read, 200 in one request', () =>
    withTargets(async ({ read, ids }) => {
      const unknown = Array.from({ length: 400 }, (_, at) => at.toString(16).padStart(24, '0'));
      assert.equal(await read([...unknown, ...ids]), 3);
    }));
});
