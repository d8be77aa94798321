import * as vscode from 'vscode';
import { applicationKey } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import type { ContentNode } from '../../api/webApi';
import type { Listing } from '../contentCache';
import { environmentName } from '../environmentName';
import { describe } from '../messages';
import { plainText } from '../plainText';
import type { ApplicationNode, ContentCategoryNode, ContentGroupNode, EnvironmentNode, TreeNode } from './node';

export interface ItemState {
  selection: Selection | undefined;
  /** The node's own list, as far as it was read. */
  listing: Listing<ContentNode> | undefined;
}

const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;

/** How a node looks; everything comes from what is known already. */
export function toTreeItem(node: TreeNode, state: ItemState): vscode.TreeItem {
  const item = build(node, state);
  item.id = node.id;
  return item;
}

function build(node: TreeNode, state: ItemState): vscode.TreeItem {
  switch (node.kind) {
    case 'application':
      return application(node, state);
    case 'environment':
      return environment(node, state);
    case 'contentGroup':
      return contentGroup(node, state);
    case 'contentCategory':
      return contentCategory(node);
    case 'more': {
      const label = vscode.l10n.t('Load more…');
      const known =
        node.total === undefined
          ? vscode.l10n.t('{0} read', node.read)
          : vscode.l10n.t('{0} of {1} read', node.read, node.total);
      const command = { command: 'hydrogen.list.loadMore', title: label, arguments: [node] };
      return item(label, None, { contextValue: 'more', icon: 'ellipsis', description: known, command });
    }
    case 'error': {
      const { text } = describe(node.error);
      const command = { command: 'hydrogen.view.refresh', title: vscode.l10n.t('Try Again'), arguments: [node] };
      const spoken = vscode.l10n.t('Could not be read: {0} Press Enter to try again.', text);
      const parts = { contextValue: 'error', icon: 'error', tooltip: text, command, spoken };
      return item(text, None, { ...parts, color: 'list.errorForeground' });
    }
  }
}

function application(node: ApplicationNode, { selection }: ItemState): vscode.TreeItem {
  const { name, clientId, serverDomain, authUrl, sandbox } = node.application;
  const selected = selection !== undefined && applicationKey(selection.application) === node.id;
  return item(name, selected ? Expanded : Collapsed, {
    contextValue: sandbox === undefined ? 'application' : 'application.sandbox',
    icon: sandbox === undefined ? 'package' : 'beaker',
    description: sandbox === undefined ? clientId : vscode.l10n.t('local sandbox'),
    tooltip: [
      name,
      vscode.l10n.t('ClientID: {0}', clientId),
      vscode.l10n.t('Server domain: {0}', serverDomain),
      vscode.l10n.t('Authorization server: {0}', authUrl),
    ].join('\n'),
  });
}

function environment(node: EnvironmentNode, { selection, listing }: ItemState): vscode.TreeItem {
  const name = environmentName(node.environment);
  const selected =
    selection !== undefined &&
    node.parent !== undefined &&
    applicationKey(selection.application) === node.parent.id &&
    selection.environment?.envId === node.environment?.envId;
  const state = selected ? vscode.l10n.t('selected') : undefined;
  const empty = listing?.items.length === 0 ? vscode.l10n.t('no content groups') : undefined;
  const production = node.environment === undefined;
  const kind = production ? vscode.l10n.t('Production environment') : vscode.l10n.t('Test environment');
  return item(name, Collapsed, {
    contextValue: production ? 'environment.production' : 'environment.test',
    icon: production ? 'globe' : 'tools',
    color: production ? 'hydrogen.productionForeground' : 'hydrogen.testForeground',
    description: [state, empty].filter(part => part !== undefined).join(' · '),
    tooltip: [
      kind,
      ...(node.environment === undefined ? [] : [vscode.l10n.t('Env ID: {0}', node.environment.envId)]),
    ].join('\n'),
    spoken: [kind, name, state, empty].filter(part => part !== undefined).join(', '),
  });
}

function contentGroup(node: ContentGroupNode, { listing }: ItemState): vscode.TreeItem {
  const { id, name } = node.group;
  const count = listing?.totalCount ?? (listing?.nextOffset === undefined ? listing?.items.length : undefined);
  return item(name ?? vscode.l10n.t('Content group {0}', id), count === 0 ? None : Collapsed, {
    contextValue: node.remembered ? 'contentGroup.remembered' : 'contentGroup',
    icon: 'library',
    ...(count === undefined ? {} : { description: count === 0 ? vscode.l10n.t('empty') : String(count) }),
    tooltip: [name ?? '', vscode.l10n.t('Content group ID: {0}', id)].join('\n').trim(),
  });
}

function contentCategory(node: ContentCategoryNode): vscode.TreeItem {
  const { id, name, haveChildren } = node.category;
  const leaf = haveChildren === false || node.repeats;
  const label = name ?? vscode.l10n.t('Content category {0}', id);
  return item(label, leaf ? None : Collapsed, {
    contextValue: 'contentCategory',
    icon: leaf ? 'tag' : 'folder',
    ...(node.repeats ? { description: vscode.l10n.t('repeats a category above') } : {}),
    tooltip: [label, vscode.l10n.t('Content category ID: {0}', id)].join('\n'),
    command: { command: 'hydrogen.contentCategory.open', title: vscode.l10n.t('Open as JSON'), arguments: [node] },
  });
}

interface Parts {
  contextValue: string;
  icon: string;
  color?: string;
  description?: string;
  tooltip?: string;
  command?: vscode.Command;
  spoken?: string;
}

/** Text of the service or of hand-edited settings is shown as text: no icons, Markdown or control characters. */
function item(label: string, collapsible: vscode.TreeItemCollapsibleState, parts: Parts): vscode.TreeItem {
  const text = plainText(label);
  const made = new vscode.TreeItem(text, collapsible);
  const color = parts.color === undefined ? undefined : new vscode.ThemeColor(parts.color);
  made.contextValue = parts.contextValue;
  made.iconPath = new vscode.ThemeIcon(parts.icon, color);
  const description = parts.description === undefined || parts.description === '' ? undefined : parts.description;
  if (description !== undefined) made.description = plainText(description);
  made.tooltip = plainText(parts.tooltip ?? label, 1000);
  if (parts.command !== undefined) made.command = parts.command;
  made.accessibilityInformation = {
    label: plainText(parts.spoken ?? [label, description].filter(part => part !== undefined).join(', ')),
  };
  return made;
}
