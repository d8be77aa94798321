import * as vscode from 'vscode';
import type { Environment } from '../../applications/application';
import { isSameTarget, type Selection } from '../../applications/selection';
import { applicationNode, type ApplicationNode } from './application';
import { environmentName } from './environmentName';
import { joinNonEmpty } from './listRow';
import type { EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

export const environmentScheme = 'hydrogen-environment';

export interface EnvironmentNode extends EnvironmentScoped {
  kind: 'environment';
  parent: ApplicationNode;
}

export function environmentNode(parent: ApplicationNode, environment: Environment | undefined): EnvironmentNode {
  const id = `${parent.id}/${environment === undefined ? 'production' : `env:${environment.envId}`}`;
  return { kind: 'environment', id, parent, application: parent.application, environment };
}

export function environmentOf({ application, environment }: Selection): EnvironmentNode {
  return environmentNode(applicationNode(application), environment);
}

/** Returns the environments, production first. */
export function environmentNodes(parent: ApplicationNode): EnvironmentNode[] {
  return [undefined, ...parent.application.environments].map(environment => environmentNode(parent, environment));
}

export const environment = nodeKind<EnvironmentNode>()({
  label: node => environmentName(node.environment),
  id: node => node.environment?.envId,
  row(node, state) {
    const { environment } = node;
    const selected = isSameTarget(state.selection(), node);
    const description = selected ? vscode.l10n.t('selected') : undefined;
    const production = environment === undefined;
    const kindText = production ? vscode.l10n.t('Production environment') : vscode.l10n.t('Test environment');
    const guarded = state.isUnlocked(node) ? 'unlocked' : state.canUnlock(node) ? 'guarded' : undefined;
    const sandboxed = node.application.sandbox === undefined ? undefined : 'sandbox';
    const kind = production ? 'environment.production' : 'environment.test';
    return {
      children: selected ? 'expanded' : 'collapsed',
      contextValue: joinNonEmpty([kind, selected ? 'selected' : undefined, guarded ?? sandboxed], '.'),
      icon: production ? 'globe' : 'tools',
      description,
      tooltip: production ? kindText : `${kindText}\n${vscode.l10n.t('Env ID: {0}', environment.envId)}`,
      // `kindText` already names the production environment.
      spoken: joinNonEmpty([kindText, production ? undefined : environment.name, description], ', '),
      resourceUri: environmentUri(node),
    };
  },
  fixed: { below: 'application', rows: environmentNodes },
  operations: () => [{ id: 'serverTime.get' }],
  search: { name: () => vscode.l10n.t('Environment'), icon: 'globe' },
});

/**
 * Returns the URI that selects the colour and badge of a row: `hydrogen-environment:/production`, `/test` or
 * `/sandbox`.
 */
function environmentUri({ application, environment }: Selection): vscode.Uri {
  const kind = application.sandbox !== undefined ? 'sandbox' : environment === undefined ? 'production' : 'test';
  return vscode.Uri.from({ scheme: environmentScheme, path: `/${kind}` });
}
