import type { Selection } from '../../applications/selection';
import { environmentOf } from '../nodes/environment';
import { kindOf } from '../nodes/node';
import { nodeId } from '../nodes/nodeLabel';
import type { Lists } from './lists';

/** Returns the cached IDs of an environment for completion, by the name of the parameter that takes them. */
export function knownIds(
  lists: Pick<Lists, 'cachedItems'>,
  { application, environment }: Selection,
): Record<string, { value: string; label: string }[]> {
  const values: Record<string, { value: string; label: string }[]> = {};
  for (const node of lists.cachedItems(environmentOf({ application, environment }))) {
    const { idParameter, name } = kindOf(node);
    const value = nodeId(node);
    if (idParameter === undefined || value === undefined) continue;
    (values[idParameter] ??= []).push({ value, label: name?.(node) ?? value });
  }
  return values;
}
