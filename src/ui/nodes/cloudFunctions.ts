import * as vscode from 'vscode';
import { mapPage } from '../../api/webApi/page';
import { functionsPerPage, listFunctions } from '../../functions/functionService';
import { cloudFunctionNode } from './cloudFunction';
import type { EnvironmentNode } from './environment';
import { listRow } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';
import { unauthorizedRow } from './openCommand';

/** The cloud functions of an environment. Needs an access token, because only the Open API lists them. */
interface CloudFunctionsNode extends EnvironmentScoped {
  kind: 'cloudFunctions';
}

export function cloudFunctionsNode(parent: EnvironmentNode): CloudFunctionsNode {
  return { kind: 'cloudFunctions', ...childFields(parent, 'functions') };
}

export const cloudFunctions = nodeKind<CloudFunctionsNode>()({
  label: () => vscode.l10n.t('Cloud Functions'),
  async row(node, state) {
    if (!(await state.isAuthorized(node))) return unauthorizedRow('cloudFunctions', 'symbol-function', node);
    return listRow('cloudFunctions', 'symbol-function', node, state, vscode.l10n.t('no functions'));
  },
  fixed: { below: 'environment', rows: (parent: EnvironmentNode) => [cloudFunctionsNode(parent)] },
  sections: node => [
    {
      name: 'functions',
      // Fewer items per page, because each item contains the whole code of its function.
      pageSize: functionsPerPage,
      read: async (page, { data }) =>
        mapPage(await listFunctions(data, page), summary => cloudFunctionNode(node, summary.name, summary)),
    },
  ],
  request: () => ({ path: '/oserve/v1.3/cloud-function/', asApplication: true }),
  operations: () => [{ id: 'openApi.cloudFunction.list' }],
});
