import * as vscode from 'vscode';
import type { Selection } from '../../../applications/selection';
import { applicationNode } from '../../nodes/application';
import { environmentNode } from '../../nodes/environment';
import type { TreeNode } from '../../nodes/node';
import type { Lists } from '../lists';
import { SearchPick } from './searchPick';
import { SearchWork } from './searchWork';

/**
 * The categories of one environment, to any depth, in a list that fills while they are read.
 * @throws vscode.CancellationError when nothing is picked; the first error when nothing could be read
 */
export async function pickCategory(lists: Lists, { application, environment }: Selection): Promise<TreeNode> {
  const pick = new SearchPick(vscode.l10n.t('Content Categories'));
  const closed = new AbortController();
  const work = new SearchWork(pick);
  const read = async () => {
    const node = environmentNode(applicationNode(application), environment);
    await work.run(() => work.addCategories(lists, node, closed.signal));
    if (!pick.isEmpty) return;
    if (work.firstError !== undefined) pick.end(work.firstError);
    else pick.placeholder = vscode.l10n.t('There are no content categories.');
  };
  try {
    void read();
    return await pick.picked();
  } finally {
    closed.abort();
    pick.dispose();
  }
}
