import * as vscode from 'vscode';
import { pathSegment } from '../../api/http/pathSegment';
import { getContent, type Content } from '../../api/webApi/contents';
import { applicationKey } from '../../applications/application';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { openCommand } from './openCommand';

export interface ContentItemNode extends EnvironmentScoped {
  kind: 'content';
  content: Content;
}

export function contentItemNode(parent: EnvironmentScoped, content: Content): ContentItemNode {
  return { kind: 'content', ...childFields(parent, `content:${content.id}`), content };
}

export const content = nodeKind<ContentItemNode>()({
  name: ({ content }) => content.title,
  label: ({ content }) => content.title ?? vscode.l10n.t('Content {0}', content.id),
  id: ({ content }) => content.id,
  row: (node, { isFavourite }) => ({
    children: 'none',
    contextValue: isFavourite(node) ? 'content.favourite' : 'content',
    icon: 'file-text',
    command: openCommand(node),
  }),
  raw: ({ content }) => content.raw,
  request: ({ content }) => ({ path: `/hserve/v2.2/content/detail/${pathSegment(content.id)}/` }),
  operations: ({ content }) => [{ id: 'content.get', values: { content_id: content.id } }],
  document: {
    id: ({ content }) => content.id,
    async read(id, { target, context }) {
      const { raw } = await getContent(target, id, context);
      return { shown: raw, received: raw, path: '/hserve/v2.2/content/detail/1/' };
    },
  },
  favourite: {
    icon: 'file-text',
    restore: (parent: EnvironmentScoped, { id, name }) => contentItemNode(parent, { id, title: name, raw: { id } }),
  },
  search: {
    name: () => vscode.l10n.t('Content'),
    icon: 'file-text',
    // A content may be in several categories; a search finds it once.
    of: ({ application, environment, content }) =>
      [applicationKey(application), environment?.envId ?? '', content.id].join('|'),
  },
});
