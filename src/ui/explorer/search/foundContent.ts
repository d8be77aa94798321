import { getContent, listContents, type Content } from '../../../api/webApi/contents';
import { ApiError } from '../../../api/errors';
import type { CallContext } from '../../../api/http/apiRequest';
import { withRetryAfter } from '../../../api/http/retryAfter';
import { webApiTarget } from '../../applications/environmentTarget';
import type { Reading } from '../../platform/progress';
import { contentItemNode, type ContentItemNode } from '../../nodes/content';
import type { ContentGroupNode } from '../../nodes/contentGroup';
import { contentLibraryNode, type ContentLibraryNode } from '../../nodes/contentLibrary';
import type { EnvironmentNode } from '../../nodes/environment';
import type { TreeNode } from '../../nodes/node';
import type { Lists } from '../lists';
import { findCategories } from './findCategories';

/** The maximum number of contents per group; a longer search text finds the others. */
const shown = 50;
/** A number or 24 hexadecimal digits: an ID, not a word of a title. */
const isId = /^(\d{1,20}|[0-9a-f]{24})$/i;

/**
 * Yields contents with `text` in their title, or with this ID. The service searches one group per request. The parent
 * of the nodes is their group until their category is known. Ends without an error when the signal aborts.
 */
export async function* searchContents(
  lists: Lists,
  environment: EnvironmentNode,
  text: string,
  context: CallContext & { signal: AbortSignal },
  waiting: Required<Reading>['waiting'],
): AsyncGenerator<ContentItemNode[]> {
  const target = webApiTarget(environment);
  const { signal } = context;
  const library = contentLibraryNode(environment);
  const groups = await groupsOf(lists, library, { signal, waiting });
  // If the signal ends a wait, `withRetryAfter` throws the error that asked for the wait. The search has not failed.
  const missing = (error: unknown) => (signal.aborted ? undefined : notFound(error));
  if (isId.test(text) && !signal.aborted) {
    const content = await withRetryAfter(() => getContent(target, text, context), signal, waiting).catch(missing);
    if (content !== undefined) yield [contentItemNode(groupOf(groups, content) ?? library, content)];
  }
  for (const group of groups) {
    if (signal.aborted) return;
    const request = { contentGroupId: group.group.id, titleContains: text, limit: shown };
    const page = await withRetryAfter(() => listContents(target, request, context), signal, waiting).catch(missing);
    if (page !== undefined) yield page.items.map(content => contentItemNode(group, content));
  }
}

/**
 * Returns the node of the content below its category. Reads categories until one of the content's categories is found.
 * Returns `undefined` if none of them exists.
 */
export async function contentInCategory(
  lists: Lists,
  node: ContentItemNode,
  reading: Reading,
): Promise<ContentItemNode | undefined> {
  const ids = categoryIds(node.content);
  const parent = node.parent as TreeNode;
  if (ids.size === 0 || (parent.kind !== 'contentGroup' && parent.kind !== 'contentLibrary')) return undefined;
  for await (const page of findCategories(lists, parent, reading, () => undefined)) {
    const category = page.find(({ category, repeats }) => ids.has(category.id) && !repeats);
    if (category === undefined) continue;
    return contentItemNode(category, node.content);
  }
  return undefined;
}

async function groupsOf(lists: Lists, library: ContentLibraryNode, reading: Reading): Promise<ContentGroupNode[]> {
  const children = await lists.loadUnfiltered(library, reading);
  const groups = children.filter(child => child.kind === 'contentGroup');
  const failed = children.find(child => child.kind === 'error');
  if (groups.length === 0 && failed !== undefined && !reading.signal.aborted) throw failed.error;
  return groups;
}

function groupOf(groups: readonly ContentGroupNode[], { raw }: Content): ContentGroupNode | undefined {
  return groups.find(({ group }) => group.id === String(raw['group_id']));
}

/** Returns the category IDs: plain, or inside objects, depending on the version of the service. */
function categoryIds({ raw }: Content): Set<string> {
  const categories = Array.isArray(raw['categories']) ? (raw['categories'] as unknown[]) : [];
  const ids = categories.map(category =>
    typeof category === 'object' && category !== null && 'id' in category ? category.id : category,
  );
  return new Set(ids.filter(id => typeof id === 'number' || typeof id === 'string').map(String));
}

/**
 * Returns `undefined` for 404 and 400: no content has this ID, or this version of the service does not list the group.
 * @throws every other error
 */
function notFound(error: unknown): undefined {
  if (error instanceof ApiError && (error.status === 404 || error.status === 400)) return undefined;
  throw error;
}
