import * as vscode from 'vscode';
import { listContentCategories } from '../../api/webApi/webApi';
import type { ContentGroup } from '../../applications/application';
import { contentCategoryNode } from './contentCategory';
import { listRow } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { mapPage } from '../../api/webApi/page';

export interface ContentGroupNode extends EnvironmentScoped {
  kind: 'contentGroup';
  group: ContentGroup;
  /** True if the user added the group by its ID; false if the service listed it. */
  remembered: boolean;
  /** The group as the service sent it; `undefined` for a group known only from the settings. */
  raw: Record<string, unknown> | undefined;
}

export function contentGroupNode(
  library: EnvironmentScoped,
  group: ContentGroup,
  { remembered = false, raw }: { remembered?: boolean; raw?: Record<string, unknown> } = {},
): ContentGroupNode {
  return { kind: 'contentGroup', ...childFields(library, `group:${group.id}`), group, remembered, raw };
}

export const contentGroup = nodeKind<ContentGroupNode>()({
  name: ({ group }) => group.name,
  label: ({ group }) => group.name ?? vscode.l10n.t('Content group {0}', group.id),
  id: ({ group }) => group.id,
  row(node, state) {
    const name = node.remembered ? 'contentGroup.remembered' : 'contentGroup';
    const tooltip = node.raw === undefined ? vscode.l10n.t('Content group ID: {0}', node.group.id) : undefined;
    return { ...listRow(name, 'library', node, state, vscode.l10n.t('empty')), tooltip };
  },
  sections: node => [
    {
      name: 'categories',
      read: async (page, { target, context }) =>
        mapPage(await listContentCategories(target, node.group.id, page, context), category =>
          contentCategoryNode(node, category),
        ),
    },
  ],
  raw: ({ raw, group }) => raw ?? { ...group },
  request: ({ group }) => ({ path: '/hserve/v1/content/category/', query: { content_group_id: group.id } }),
  operations({ group }) {
    const values = { content_group_id: group.id };
    return [
      { id: 'contentGroup.get', values },
      { id: 'contentCategory.list', values },
      { id: 'content.list', values },
    ];
  },
  favourite: {
    icon: 'library',
    restore(library: EnvironmentScoped, { id, name }) {
      const remembered = library.application.contentGroups.some(group => group.id === id);
      return contentGroupNode(library, name === undefined ? { id } : { id, name }, { remembered });
    },
  },
  search: { name: () => vscode.l10n.t('Content group'), icon: 'library' },
  idParameter: 'content_group_id',
});
