import * as vscode from 'vscode';
import type {
  ApplicationNode,
  ContentGroupNode,
  EnvironmentNode,
  ListNode,
  MoreNode,
  OrderNode,
  SandboxRequestNode,
  TreeNode,
  UserNode,
} from '../nodes/node';
import { readOrder } from '../../api/webApi/order';
import { applicationKey } from '../../applications/application';
import type { Selection } from '../../applications/selection';
import { timeLeft } from '../../auth/timeLeft';
import type { KeptUserSession } from '../../auth/userSession';
import { environmentName } from '../nodes/environmentName';
import { environmentUri } from '../applications/environmentDecorations';
import type { Known } from './listingCache';
import { errorLabel, errorMessage } from '../platform/messages';
import { exchangeUri } from '../sandbox/sandboxDocuments';
import { circumstancesOf, isAnswered, statusOf } from '../sandbox/sandboxRequests';
import { leftText } from '../platform/timeText';
import { userName } from '../users/userName';
import { makeItem, none, closed, open } from './treeItem';
import { nodeName, nodePath } from '../nodes/nodeLabel';

/** What is known of a node without asking the service. */
export interface ItemState {
  /** For applications and environments. */
  selection: Selection | undefined;
  /** The guard of this environment is open. */
  unlocked: boolean;
  /** The node's lists, as far as they were read. */
  known: readonly Known<TreeNode>[];
  /** How many items they have, as far as that is known. */
  count: number | undefined;
  /** What they are filtered by. */
  filter: string | undefined;
  favourite: boolean;
  /** Who is signed in, for the nodes that depend on it. */
  user: KeptUserSession | undefined;
}

/** How a node looks. */
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
    case 'contentLibrary':
      return makeItem(nodeName(node), closed, {
        contextValue: filterable('contentLibrary', state),
        icon: 'book',
        description: listState(node, state, vscode.l10n.t('no content groups')),
      });
    case 'contentGroup':
      return contentGroup(node, state);
    case 'contentCategory': {
      const { haveChildren } = node.category;
      const repeats = node.repeats ? vscode.l10n.t('repeats a category above') : undefined;
      return makeItem(nodeName(node), closed, {
        contextValue: filterable('contentCategory', state),
        icon: haveChildren === false || node.repeats ? 'tag' : 'folder',
        description: repeats ?? listState(node, state, vscode.l10n.t('empty')),
        command: openCommand(node),
      });
    }
    case 'content':
      return makeItem(nodeName(node), none, {
        contextValue: state.favourite ? 'content.favourite' : 'content',
        icon: 'file-text',
        command: openCommand(node),
      });
    case 'favourites':
      return makeItem(nodeName(node), closed, { contextValue: 'favourites', icon: 'star-full' });
    case 'favourite': {
      const command = { command: 'hydrogen.favourite.open', title: vscode.l10n.t('Open'), arguments: [node] };
      return makeItem(nodeName(node), none, {
        contextValue: 'favourite',
        icon: { contentGroup: 'library', contentCategory: 'folder', content: 'file-text' }[node.target.kind],
        description: nodePath(node.target).slice(1, -1).join(' › '),
        command,
      });
    }
    case 'orders':
      return makeItem(nodeName(node), state.user === undefined ? none : closed, {
        contextValue: state.user === undefined ? 'orders.signedOut' : filterable('orders', state),
        icon: 'credit-card',
        description:
          state.user === undefined
            ? vscode.l10n.t('sign in to see them')
            : listState(node, state, vscode.l10n.t('no orders')),
      });
    case 'order':
      return order(node);
    case 'user':
      return user(node, state);
    case 'sandboxRequests':
      return makeItem(nodeName(node), closed, { contextValue: 'sandboxRequests', icon: 'pulse' });
    case 'sandboxRequest':
      return sandboxRequest(node);
    case 'more': {
      const label = node.searching ? vscode.l10n.t('Search the rest…') : vscode.l10n.t('Load more…');
      const command = { command: 'hydrogen.list.loadMore', title: label, arguments: [node] };
      const parts = { contextValue: 'more', icon: 'ellipsis', description: progressOf(node), command };
      return makeItem(label, none, parts);
    }
    case 'error': {
      const { text } = errorMessage(node.error);
      const command = { command: 'hydrogen.view.refresh', title: vscode.l10n.t('Try Again'), arguments: [node] };
      const spoken = vscode.l10n.t('Could not be read: {0} Press Enter to try again.', text);
      const colour = 'list.errorForeground';
      const parts = { contextValue: 'error', icon: 'error', tooltip: text, command, spoken, colour };
      return makeItem(errorLabel(node.error), none, parts);
    }
  }
}

function progressOf({ read, total, searching }: MoreNode): string {
  if (total === undefined) return searching ? vscode.l10n.t('{0} searched', read) : vscode.l10n.t('{0} read', read);
  return searching ? vscode.l10n.t('{0} of {1} searched', read, total) : vscode.l10n.t('{0} of {1} read', read, total);
}

function application(node: ApplicationNode, { selection }: ItemState): vscode.TreeItem {
  const { name, clientId, serverDomain, authUrl, sandbox, sessionOnly } = node.application;
  const selected = selection !== undefined && applicationKey(selection.application) === node.id;
  const own = sessionOnly === true ? vscode.l10n.t('{0} · session only', clientId) : clientId;
  return makeItem(name, selected ? open : closed, {
    contextValue:
      sandbox !== undefined ? 'application.sandbox' : sessionOnly === true ? 'application.sessionOnly' : 'application',
    icon: sandbox === undefined ? 'package' : 'beaker',
    description: sandbox === undefined ? own : vscode.l10n.t('local sandbox'),
    tooltip: [
      name,
      vscode.l10n.t('ClientID: {0}', clientId),
      vscode.l10n.t('Server domain: {0}', serverDomain),
      vscode.l10n.t('Authorization server: {0}', authUrl),
    ].join('\n'),
  });
}

function environment(node: EnvironmentNode, { selection, unlocked }: ItemState): vscode.TreeItem {
  const name = environmentName(node.environment);
  const selected =
    selection !== undefined &&
    node.parent !== undefined &&
    applicationKey(selection.application) === node.parent.id &&
    selection.environment?.envId === node.environment?.envId;
  const description = selected ? vscode.l10n.t('selected') : undefined;
  const production = node.environment === undefined;
  const kind = production ? vscode.l10n.t('Production environment') : vscode.l10n.t('Test environment');
  const id = node.environment === undefined ? [] : [vscode.l10n.t('Env ID: {0}', node.environment.envId)];
  const contextValue = production ? 'environment.production' : 'environment.test';
  const item = makeItem(name, selected ? open : closed, {
    contextValue: unlocked ? `${contextValue}.unlocked` : contextValue,
    icon: production ? 'globe' : 'tools',
    description,
    tooltip: [kind, ...id].join('\n'),
    spoken: [kind, name, description].filter(part => part !== undefined).join(', '),
  });
  item.resourceUri = environmentUri(node);
  return item;
}

function contentGroup(node: ContentGroupNode, state: ItemState): vscode.TreeItem {
  return makeItem(nodeName(node), closed, {
    contextValue: filterable(node.remembered ? 'contentGroup.remembered' : 'contentGroup', state),
    icon: 'library',
    description: listState(node, state, vscode.l10n.t('empty')),
    ...(node.raw === undefined ? { tooltip: vscode.l10n.t('Content group ID: {0}', node.group.id) } : {}),
  });
}

function order(node: OrderNode): vscode.TreeItem {
  const { status, totalCost, currency, createdAt } = readOrder(node.order);
  const date = createdAt === undefined ? undefined : new Intl.DateTimeFormat(vscode.env.language).format(createdAt);
  const cost = totalCost === undefined ? undefined : [totalCost, currency].filter(isText).join(' ');
  return makeItem(nodeName(node), none, {
    contextValue: 'order',
    icon: 'note',
    description: [cost, status, date].filter(isText).join(' · '),
    command: openCommand(node),
  });
}

function user(node: UserNode, { user }: ItemState): vscode.TreeItem {
  if (user === undefined) {
    return makeItem(vscode.l10n.t('User'), none, {
      contextValue: 'user.signedOut',
      icon: 'account',
      description: vscode.l10n.t('not signed in'),
    });
  }
  const left = user.expiresAt === undefined ? undefined : leftText(timeLeft(user.expiresAt, Date.now()));
  return makeItem(userName(user), none, {
    contextValue: 'user',
    icon: 'account',
    description: left,
    spoken: [vscode.l10n.t('User {0}', userName(user)), left].filter(isText).join(', '),
    command: openCommand(node),
  });
}

function sandboxRequest(node: SandboxRequestNode): vscode.TreeItem {
  const { request, environmentName: place } = node;
  const answered = isAnswered(request);
  const whole = nodeName(node);
  // The outcome comes first and the query stays out: the end of a long row is cut off.
  const label = `${statusOf(request)} · ${whole.replace(/\?.*/, '')}`;
  const spoken = [label, vscode.l10n.t('{0} milliseconds', Math.round(request.milliseconds)), place];
  return makeItem(label, none, {
    contextValue: 'sandboxRequest',
    icon: answered ? 'pass' : 'error',
    colour: answered ? 'testing.iconPassed' : 'testing.iconFailed',
    description: circumstancesOf(request, place),
    tooltip: [whole, `${statusOf(request)} · ${circumstancesOf(request, place)}`, request.note]
      .filter(isText)
      .join('\n'),
    command: { command: 'vscode.open', title: vscode.l10n.t('Open'), arguments: [exchangeUri(request)] },
    spoken: spoken.filter(isText).join(', '),
  });
}

/** The filter, the count or that there is nothing, and how old it is when it could not be read anew. */
function listState(node: ListNode, { known, count, filter }: ItemState, nothing: string): string | undefined {
  const filtered = filter === undefined ? undefined : vscode.l10n.t('filter “{0}”', filter);
  const listings = known.map(({ listing }) => listing).filter(listing => listing !== undefined);
  if (listings.length === 0 || listings.length < known.length) return filtered;
  const remembered = node.kind === 'contentLibrary' && node.application.contentGroups.length > 0;
  const empty = remembered ? undefined : filter === undefined ? nothing : vscode.l10n.t('nothing found');
  const counted = count === 0 ? empty : count?.toString();
  const oldest = Math.min(...listings.map(({ readAt }) => readAt));
  const failed = known.some(({ error }) => error !== undefined);
  const asOf = failed
    ? vscode.l10n.t('as of {0}', new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' }).format(oldest))
    : undefined;
  return [filtered, counted, asOf].filter(isText).join(' · ') || undefined;
}

/** Menus offer to clear a filter and to forget a favourite where there is one. */
function filterable(contextValue: string, { filter, favourite }: ItemState): string {
  const filtered = filter === undefined ? contextValue : `${contextValue}.filtered`;
  return favourite ? `${filtered}.favourite` : filtered;
}

function openCommand(node: TreeNode): vscode.Command {
  return { command: 'hydrogen.item.open', title: vscode.l10n.t('Open as JSON'), arguments: [node] };
}

function isText(value: string | undefined): value is string {
  return value !== undefined && value !== '';
}
