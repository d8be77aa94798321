import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { after, before } from 'mocha';
import { listening } from '../../httpServer';

export interface ContentServer {
  /** The settings entry of its first application. */
  application: { name: string; clientId: string; serverDomain: string; authUrl: string };
  origin: string;
  /** The paths and queries of all requests so far, in order. */
  requests: string[];
  /**
   * Replaces the next response to a request whose path and query contain `part`. Omitted properties keep their usual
   * values.
   */
  respondOnce: (part: string, reply: Partial<Reply>) => void;
  close: () => Promise<void>;
}

interface Reply {
  status?: number;
  headers?: Record<string, string>;
  body: unknown;
  /** The response is sent after this promise has resolved. */
  when?: Promise<void>;
}

/** The categories of the group `Odd`: invalid data that a service should not send, and names with markup. */
const oddCategories: unknown[] = [
  { id: 1, name: null },
  { id: 1, name: 'the same ID' },
  { id: 2 },
  { id: 3, name: 42, have_children: 'maybe', extra: { nested: [1, null] } },
  { id: '', name: 'no ID' },
  null,
  'text',
  { id: 4, name: 'n'.repeat(10_000) },
  { id: 5, name: 'شجرة \u202egnirts' },
  { id: 6, name: '👩‍👩‍👧‍👦 $(flame) **bold** <b>markup</b>' },
  { id: 7, name: 'line\nbreak\u0000 [click](command:workbench.action.toggleZenMode)' },
  { id: 8, name: 'its own child', have_children: true },
];

export const bigCategory = { id: 70_007, name: 'Category 00007' };
export const bigCount = 100_000;

/**
 * Starts a content library with 10,000 categories and 100,000 contents. It refuses requests that the service does not
 * document.
 */
export async function startContentServer(): Promise<ContentServer> {
  const requests: string[] = [];
  const scripted: [string, Partial<Reply>][] = [];
  const server = createServer((request, response) => {
    const address = request.url ?? '';
    requests.push(address);
    const index = scripted.findIndex(([part]) => decodeURIComponent(address).includes(part));
    const [[, special] = []] = index < 0 ? [] : scripted.splice(index, 1);
    void (special?.when ?? Promise.resolve()).then(() => send(response, { ...reply(request), ...special }));
  });
  const origin = await listening(server);
  return {
    origin,
    application: { name: 'Library', clientId: 'library-client', serverDomain: origin, authUrl: origin },
    requests,
    respondOnce: (part, special) => void scripted.push([part, special]),
    close: () => new Promise(resolve => (server.close(() => resolve()), server.closeAllConnections())),
  };
}

/** Starts a content server before the tests of the enclosing `describe`, and stops it after them. */
export function useContentServer(): () => ContentServer {
  let server: ContentServer | undefined;
  before(async () => {
    server = await startContentServer();
  });
  after(() => server?.close());
  return () => {
    if (!server) throw new Error('The server is there from `before` to `after` only.');
    return server;
  };
}

const groups = [
  { id: 1, name: 'Big' },
  { id: 2, name: 'Odd' },
];

/** The groups of the other applications, whose ClientIDs are `library-client-<number>`. */
const otherGroups = [{ id: 3, name: 'Small' }];

function reply(request: IncomingMessage): Reply {
  const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://localhost');
  if (request.method !== 'GET') return refuse(405, 'GET only');
  const client = String(request.headers['x-hydrogen-client-id']);
  if (!/^library-client(-\d+)?$/.test(client)) return refuse(401, 'unknown client');
  const listed = client === 'library-client' ? groups : otherGroups;
  if (pathname === '/hserve/v1/content/group/') return page(query, listed.length, index => listed[index]);
  if (pathname === '/hserve/v1/content/category/') {
    if (query.get('content_group_id') === '1') return page(query, 10_000, category);
    if (query.get('content_group_id') === '2') return page(query, oddCategories.length, index => oddCategories[index]);
    if (query.get('content_group_id') === '3') return page(query, 20, index => category(20_000 + index));
    return refuse(404, 'no such group');
  }
  const [, kind, id] = /^\/hserve\/(v1\/content\/category|v2\.2\/content\/detail)\/([^/]+)\/$/.exec(pathname) ?? [];
  if (kind === 'v1/content/category') return oneCategory(Number(id));
  if (kind === 'v2.2/content/detail') return oneContent(Number(id));
  return pathname === '/hserve/v2.2/content/detail/' ? contents(query) : refuse(404, 'no such path');
}

function oneCategory(id: number): Reply {
  if (id === 8) return { body: { id: 8, name: 'its own child', children: [{ id: 8, name: 'its own child' }] } };
  if (id > 70_000 && id <= 80_000) return { body: { ...category(id - 70_001), children: [] } };
  return id < 8 ? { body: { id, children: null } } : refuse(404, 'no such category');
}

function oneContent(id: number): Reply {
  const index = id - 900_001;
  if (index < 0 || index >= bigCount) return refuse(404, 'no such content');
  return { body: { ...content(index), content: '<p>text</p>' } };
}

function contents(query: URLSearchParams): Reply {
  const inBig = query.get('content_group_id') === '1' || query.get('category_id') === String(bigCategory.id);
  if (!query.has('content_group_id') && !query.has('category_id'))
    return refuse(400, 'category_id or content_group_id');
  const where = JSON.parse(query.get('where') ?? '{}') as { title?: { $contains?: string } };
  const text = where.title?.$contains ?? '';
  if (inBig && text === '') return page(query, bigCount, content);
  const found: number[] = [];
  if (inBig) for (let index = 0; index < bigCount; index++) if (content(index).title.includes(text)) found.push(index);
  return page(query, found.length, index => content(found[index] ?? 0));
}

function category(index: number) {
  return { id: 70_001 + index, name: `Category ${String(index + 1).padStart(5, '0')}`, have_children: false };
}

/** Returns a content. `index` is 0-based; the number in the title is 1-based. */
function content(index: number) {
  return {
    id: 900_001 + index,
    title: `Article ${String(index + 1).padStart(6, '0')}`,
    group_id: 1,
    categories: [bigCategory.id],
    created_at: 1_700_000_000,
    description: index === 1 ? '=HYPERLINK("http://example.com"), "quoted"' : null,
  };
}

function page(query: URLSearchParams, total: number, item: (index: number) => unknown): Reply {
  const limit = Number(query.get('limit') ?? 20);
  const offset = Number(query.get('offset') ?? 0);
  if (!Number.isInteger(limit) || limit < 1 || limit > 1000) return refuse(400, 'limit');
  if (!Number.isInteger(offset) || offset < 0) return refuse(400, 'offset');
  const objects = Array.from({ length: Math.max(0, Math.min(limit, total - offset)) }, (_, index) =>
    item(offset + index),
  );
  return { body: { meta: { limit, offset, next: null, previous: null, total_count: total }, objects } };
}

function refuse(status: number, message: string): Reply {
  return { status, body: { error_msg: message } };
}

function send(response: ServerResponse, { status = 200, headers = {}, body }: Reply): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}
