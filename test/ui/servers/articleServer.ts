import type { IncomingMessage } from 'node:http';
import { useHttpServer } from '../../httpServer';

interface ArticleServer {
  origin: string;
  /** The paths and queries of all requests so far. */
  requests: string[];
}

/**
 * Starts a content library for the tests of this `describe`. It has one category with one content, whose HTML tries to
 * run scripts and to send requests in every way that HTML allows.
 */
export function useArticleServer(): () => ArticleServer {
  const requests: string[] = [];
  const origin = useHttpServer((request, response) => {
    requests.push(request.url ?? '');
    const body = reply(request, origin());
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(body ?? { error_msg: 'not found' }));
  });
  return () => ({ origin: origin(), requests });
}

function reply({ url = '' }: IncomingMessage, origin: string): unknown {
  const { pathname } = new URL(url, 'http://localhost');
  if (pathname.endsWith('/content/group/')) return list({ id: 1, name: 'News' });
  if (pathname.endsWith('/content/category/')) return list({ id: 2, name: 'Notes', have_children: false });
  if (pathname.endsWith('/content/category/2/')) return { id: 2, name: 'Notes', have_children: false, children: [] };
  if (pathname.endsWith('/content/detail/')) return list(article);
  if (pathname.endsWith('/content/detail/3/')) return { ...article, content: hostile(origin) };
  return undefined;
}

function list(...objects: unknown[]): unknown {
  return { meta: { limit: 20, offset: 0, next: null, previous: null, total_count: objects.length }, objects };
}

const article = {
  id: 3,
  title: 'Spring <b>news</b>',
  description: 'A short description',
  group_id: 1,
  categories: [2],
};

/** Returns HTML in which every element that can use the network requests `/trap`. */
function hostile(origin: string): string {
  const trap = `${origin}/trap`;
  return `
<meta http-equiv="refresh" content="0;url=${trap}"><base href="${origin}/"><link rel="stylesheet" href="${trap}">
<style>@import url(${trap}); body { background: url(${trap}) }</style>
<h2 onclick="fetch('${trap}')">The garden opens</h2>
<p style="background: url(${trap})">First <em>paragraph</em> with <a href="https://example.com/tickets">tickets</a>
and <a href="javascript:fetch('${trap}')">a trap</a>.</p>
<script>fetch('${trap}'); document.title = 'pwned'</script>
<img src="${trap}" onerror="fetch('${trap}')" alt="plain"><img src="https://cdn.example.invalid/a.png" alt="A tulip">
<svg onload="fetch('${trap}')"><image href="${trap}"></image></svg><iframe src="${trap}"></iframe>
<video src="${trap}" autoplay></video><object data="${trap}"></object>
<form action="${trap}"><input autofocus onfocus="fetch('${trap}')"><button>Send</button></form>
<table><tr><th>Day</th><td>Hours</td></tr></table><ul><li>One</li><li>Two</li></ul>`;
}
