import * as vscode from 'vscode';
import { pathSegment } from '../../api/http/pathSegment';
import type { FunctionSummary } from '../../functions/functionService';
import { timeText } from '../messages/timeText';
import { functionRowUri } from './functionUri';
import { joinNonEmpty } from './listRow';
import { childFields, type EnvironmentScoped } from './nodeBase';
import { nodeKind } from './nodeKind';

interface CloudFunctionNode extends EnvironmentScoped {
  kind: 'cloudFunction';
  name: string;
  /** The summary from the list; `undefined` for a function known only by its name. */
  summary: FunctionSummary | undefined;
}

export function cloudFunctionNode(
  parent: EnvironmentScoped,
  name: string,
  summary?: FunctionSummary,
): CloudFunctionNode {
  return { kind: 'cloudFunction', ...childFields(parent, `function:${name}`), name, summary };
}

export const cloudFunction = nodeKind<CloudFunctionNode>()({
  name: ({ name }) => name,
  label: ({ name }) => name,
  words: ({ summary }) => summary?.remark ?? '',
  row: node => ({
    children: 'none',
    contextValue: 'cloudFunction',
    icon: 'symbol-method',
    description: deployText(node),
    tooltip: tooltipOf(node),
    ...(node.summary === undefined ? {} : { resourceUri: functionRowUri(node, node.name, node.summary.hash) }),
    command: { command: 'hydrogen.function.open', title: vscode.l10n.t('Open Code'), arguments: [node] },
  }),
  request: ({ name }) => ({ path: `/oserve/v1.3/cloud-function/${pathSegment(name)}/`, asApplication: true }),
  operations({ name }) {
    const values = { function_name: name };
    return [
      { id: 'openApi.job.create', values },
      { id: 'openApi.cloudFunction.debug', values },
      { id: 'openApi.job.list', values },
    ];
  },
  search: { name: () => vscode.l10n.t('Cloud function'), icon: 'symbol-method' },
});

/** Returns when and by whom the function was last deployed, and whether the service does not run it yet. */
function deployText({ summary }: CloudFunctionNode): string | undefined {
  if (summary === undefined) return undefined;
  const { updatedAt, updatedBy } = summary;
  const when = updatedAt === undefined ? undefined : timeText(updatedAt * 1000);
  return (
    joinNonEmpty([isApproved(summary) ? undefined : vscode.l10n.t('not running yet'), when, updatedBy]) || undefined
  );
}

function isApproved({ auditStatus }: FunctionSummary): boolean {
  return auditStatus === undefined || auditStatus === 'approved';
}

/** The memory of each documented plan, in megabytes. */
const memory: Record<string, number> = { P_FREE: 128, P_PERSONAL: 256 };

function tooltipOf({ name, summary }: CloudFunctionNode): string {
  if (summary === undefined) return name;
  const { remark, plan, size, auditStatus, createdAt } = summary;
  const megabytes = memory[plan ?? ''];
  return joinNonEmpty(
    [
      name,
      remark,
      megabytes === undefined ? undefined : vscode.l10n.t('Memory: {0} MB', megabytes),
      vscode.l10n.t('Code: {0} bytes', size),
      createdAt === undefined ? undefined : vscode.l10n.t('Created: {0}', timeText(createdAt * 1000)),
      isApproved(summary) ? undefined : vscode.l10n.t('Not running yet: {0}', auditStatus ?? ''),
    ],
    '\n',
  );
}
