import * as v from 'valibot';
import { ApiError } from '../errors';
import { requestDetails, type CallContext } from '../http/apiRequest';
import { pathSegment } from '../http/pathSegment';
import { parsePage, type Page, type PageRequest } from './page';
import { send } from '../http/send';
import { get, pageQuery, type WebApiTarget } from './webApi';

/** A content. Only `id` is guaranteed. */
export interface Content {
  id: string;
  title: string | undefined;
  /** The item as received; lists omit the HTML in `content`. */
  raw: Record<string, unknown>;
}

/** The contents of a category or a group, optionally with a text in the title. */
interface ContentsRequest extends PageRequest {
  categoryId?: string;
  contentGroupId?: string;
  titleContains?: string | undefined;
}

const contentShape = v.looseObject({
  id: v.union([v.pipe(v.string(), v.minLength(1)), v.number()]),
  title: v.optional(v.unknown()),
});

const path = '/hserve/v2.2/content/detail/';

export async function listContents(
  target: WebApiTarget,
  { categoryId, contentGroupId, titleContains, ...page }: ContentsRequest,
  context: CallContext,
): Promise<Page<Content>> {
  const where = titleContains === undefined ? undefined : JSON.stringify({ title: { $contains: titleContains } });
  const request = get(target, path, {
    category_id: categoryId,
    content_group_id: contentGroupId,
    where,
    ...pageQuery(page),
    return_total_count: '1',
  });
  return parsePage(await send(request, context), request, page, content);
}

/** Reads one content with its HTML. */
export async function getContent(target: WebApiTarget, id: string, context: CallContext): Promise<Content> {
  const request = get(target, `${path}${pathSegment(id)}/`, {});
  const { body, status } = await send(request, context);
  const item = content(body);
  if (item !== undefined) return item;
  throw new ApiError('unexpectedShape', { ...requestDetails(request), status, expected: 'id' });
}

function content(value: unknown): Content | undefined {
  const parsed = v.safeParse(contentShape, value);
  if (!parsed.success) return undefined;
  const { id, title } = parsed.output;
  return {
    id: String(id),
    title: typeof title === 'string' && title.trim() !== '' ? title : undefined,
    raw: parsed.output,
  };
}
