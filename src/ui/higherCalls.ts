import type { Selection } from '../applications/selection';
import type { TreeNode } from './nodes/node';
import type { CommandRunner } from './platform/command';

/**
 * Returns functions through which lower folders call higher ones, as commands. So errors are reported, and steps of the
 * walkthrough are completed.
 */
export function higherCalls(commands: CommandRunner) {
  const isRecord = (node: TreeNode) => node.kind === 'dataQuery' && node.query.kind !== 'page';
  return {
    authorize: (application: { clientId: string; authUrl: string }) =>
      commands.run('hydrogen.application.authorize', { application }),
    diagnose: (target: Selection) => commands.run('hydrogen.connection.diagnose', target),
    openEditor: (node: TreeNode) => {
      if (node.kind === 'cloudFunction') return commands.run('hydrogen.function.open', node);
      return commands.run(isRecord(node) ? 'hydrogen.record.open' : 'hydrogen.table.open', node);
    },
  };
}
