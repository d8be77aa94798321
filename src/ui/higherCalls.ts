import type { Selection } from '../applications/selection';
import type { TreeNode } from './nodes/node';
import type { CommandRunner } from './platform/command';

/**
 * Returns functions with which lower folders run the commands of higher folders. Running a command reports its errors and
 * completes the steps of the walkthrough.
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
