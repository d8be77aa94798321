import assert from 'node:assert/strict';
import { after, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { createHttpClient } from '../../../src/api/http/httpClient';
import { ApplicationsTree } from '../../../src/ui/explorer/applicationsTree';
import { Lists } from '../../../src/ui/explorer/lists';
import { applicationNode } from '../../../src/ui/nodes/application';
import { contentLibraryNode } from '../../../src/ui/nodes/contentLibrary';
import { environmentNode } from '../../../src/ui/nodes/environment';
import type { TreeNode } from '../../../src/ui/nodes/node';
import { useContentServer } from '../../ui/servers/contentServer';

type TreeDependencies = ConstructorParameters<typeof ApplicationsTree>[0];

const kinds = (nodes: readonly TreeNode[]) => nodes.map(({ kind }) => kind);

describe('a list that loads slowly', () => {
  const server = useContentServer();
  const client = createHttpClient({ strictSSL: true, systemCertificates: false });
  after(() => client.close());

  it('is answered with what is there, and drawn again when it has loaded', async () => {
    const application = { ...server().application, environments: [], contentGroups: [] };
    const event = () => new vscode.Disposable(() => undefined);
    const applications = { list: () => ({ applications: [application], problems: [] }), onDidChange: event };
    const users = { of: () => undefined, onDidChange: event };
    const tokens = { of: () => assert.fail('not needed'), onDidChange: event };
    const lists = new Lists({ applications, http: { fetch: async () => client.fetch }, users, tokens } as never);
    const others = { selection: users, favourites: users, guard: users, sandboxRequests: users, expansion: {} };
    const tree = new ApplicationsTree({ applications, users, tokens, lists, ...others } as unknown as TreeDependencies);
    const library = contentLibraryNode(environmentNode(applicationNode(application), undefined));
    /** Holds back the next response. Returns a function that sends it and waits until the row is drawn. */
    const hold = () => {
      const released = new vscode.EventEmitter<void>();
      const when = new Promise<void>(resolve => released.event(resolve));
      server().respondOnce('/content/group/', { when });
      return async () => {
        const drawn = new Promise<TreeNode | undefined>(resolve => tree.onDidChangeTreeData(resolve));
        released.fire();
        assert.equal((await drawn)?.id, library.id);
      };
    };
    try {
      const releaseFirst = hold();
      assert.deepEqual(kinds(await tree.getChildren(library)), ['loading']);
      assert.deepEqual(kinds(tree.cachedChildren(library)), []);
      await releaseFirst();
      assert.deepEqual(kinds(await tree.getChildren(library)), ['contentGroup', 'contentGroup']);
      const releaseSecond = hold();
      tree.refresh(library);
      assert.deepEqual(kinds(await tree.getChildren(library)), ['contentGroup', 'contentGroup']);
      await releaseSecond();
    } finally {
      tree.dispose();
      lists.dispose();
    }
  });
});
