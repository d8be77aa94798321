import * as vscode from 'vscode';
import { listContentGroups } from '../../api/webApi/webApi';
import { contentGroupNode, type ContentGroupNode } from './contentGroup';
import type { EnvironmentNode } from './environment';
import { listRow } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { mapPage } from '../../api/webApi/page';

export interface ContentLibraryNode extends EnvironmentScoped {
  kind: 'contentLibrary';
  parent: EnvironmentNode;
}

export function contentLibraryNode(parent: EnvironmentNode): ContentLibraryNode {
  return { kind: 'contentLibrary', ...childFields(parent, 'content') };
}

export const contentLibrary = nodeKind<ContentLibraryNode>()({
  label: () => vscode.l10n.t('Content Library'),
  row(node, state) {
    const sandbox = node.application.sandbox !== undefined;
    const name = sandbox ? 'contentLibrary.sandbox' : 'contentLibrary';
    return listRow(name, 'book', node, state, vscode.l10n.t('no content groups'));
  },
  fixed: { below: 'environment', rows: (parent: EnvironmentNode) => [contentLibraryNode(parent)] },
  sections: node => [
    {
      name: 'groups',
      read: async (page, { target, context }) =>
        mapPage(await listContentGroups(target, page, context), ({ id, name, raw }) =>
          contentGroupNode(node, name === undefined ? { id } : { id, name }, { raw }),
        ),
      // Adds the groups that the settings store by ID.
      merge(listed, { contentGroups }) {
        const groups = new Map((listed as ContentGroupNode[]).map(group => [group.id, group]));
        for (const group of contentGroups) {
          const remembered = contentGroupNode(node, group, { remembered: true });
          const listedNode = groups.get(remembered.id);
          const named = { ...listedNode?.group, ...group };
          groups.set(remembered.id, { ...remembered, ...listedNode, group: named, remembered: true });
        }
        return [...groups.values()];
      },
      optional: true,
    },
  ],
  request: () => ({ path: '/hserve/v1/content/group/' }),
  operations: () => [{ id: 'contentGroup.list' }],
});
