import * as vscode from 'vscode';
import { applicationKey, type Application } from '../../applications/application';
import { joinNonEmpty } from './listRow';
import type { NodeBase } from './nodeBase';
import { nodeKind } from './nodeKind';
import { sandboxUserHint } from './sandboxUser';

export interface ApplicationNode extends NodeBase {
  kind: 'application';
}

export function applicationNode(application: Application): ApplicationNode {
  return { kind: 'application', id: applicationKey(application), parent: undefined, application };
}

export const application = nodeKind<ApplicationNode>()({
  label: node => node.application.name,
  id: node => node.application.clientId,
  row(node, state) {
    const { name, clientId, serverDomain, authUrl, sandbox, world, sessionOnly } = node.application;
    const selection = state.selection();
    const selected = selection !== undefined && applicationKey(selection.application) === node.id;
    const idText = sessionOnly === true ? vscode.l10n.t('{0} · session only', clientId) : clientId;
    return {
      children: selected ? 'expanded' : 'collapsed',
      contextValue:
        sandbox !== undefined
          ? joinNonEmpty(['application.sandbox', world === undefined ? undefined : 'world'], '.')
          : sessionOnly === true
            ? 'application.sessionOnly'
            : 'application',
      icon: sandbox === undefined ? 'package' : 'beaker',
      description: sandbox === undefined ? idText : joinNonEmpty([vscode.l10n.t('local sandbox'), world]),
      tooltip: [
        name,
        vscode.l10n.t('ClientID: {0}', clientId),
        vscode.l10n.t('Server domain: {0}', serverDomain),
        vscode.l10n.t('Authorization server: {0}', authUrl),
        sandboxUserHint(node.application),
      ]
        .filter(line => line !== undefined)
        .join('\n'),
    };
  },
  operations: () => [{ id: 'serverTime.get' }],
  search: { name: () => vscode.l10n.t('Application'), icon: 'package' },
});
