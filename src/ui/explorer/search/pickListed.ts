import type { TreeNode } from '../../nodes/node';
import { SearchPick } from './searchPick';
import { SearchWork } from './searchWork';

/**
 * Shows a quick pick that is filled while its list is read.
 * @param nothing the message for an empty list
 * @throws vscode.CancellationError when nothing is picked; the first error when nothing could be read
 */
export async function pickListed(
  { title, nothing }: { title: string; nothing: string },
  fill: (work: SearchWork, signal: AbortSignal) => Promise<void>,
): Promise<TreeNode> {
  const pick = new SearchPick(title);
  const closed = new AbortController();
  const work = new SearchWork(pick);
  const read = async () => {
    await work.run(() => fill(work, closed.signal));
    if (!pick.isEmpty) return;
    if (work.firstError !== undefined) pick.end(work.firstError);
    else pick.placeholder = nothing;
  };
  try {
    void read();
    return await pick.picked();
  } finally {
    closed.abort();
    pick.dispose();
  }
}
