import * as vscode from 'vscode';
import type { Exchange, RecordedRequest } from '../../sandbox/sandbox';
import { statusText } from '../nodes/sandboxRequests';
import { fileName } from '../messages/fileName';
import type { LocalSandbox } from './localSandbox';
import type { SandboxRequests } from './sandboxRequests';
import { schemes } from '../platform/schemes';
import { toUserError } from '../messages/toUserError';

/** Returns a URI named like `GET group · 200.json`. The query distinguishes requests, also across restarts. */
export function recordedExchangeUri(request: RecordedRequest): vscode.Uri {
  const { id, at, method, path } = request;
  const title = fileName(`${method} ${subjectOf(path)} · ${statusText(request)}`);
  return vscode.Uri.from({ scheme: schemes.sandbox, path: `/${title}.json`, query: `id=${id}&at=${at}` });
}

/**
 * Provides the documents that show a request to the sandbox and its response as JSON. The sandbox has masked
 * credentials.
 */
export function recordedExchangeText(
  sandbox: LocalSandbox,
  requests: SandboxRequests,
): vscode.TextDocumentContentProvider {
  return {
    provideTextDocumentContent(uri) {
      const query = new URLSearchParams(uri.query);
      const request = sandbox.current?.requests.find(
        ({ id, at }) => String(id) === query.get('id') && String(at) === query.get('at'),
      );
      const exchange = request === undefined ? undefined : sandbox.current?.exchange(request.id);
      if (request === undefined || exchange === undefined) {
        throw toUserError(vscode.l10n.t('The sandbox no longer keeps this request.'));
      }
      return `${JSON.stringify(shown(request, exchange, requests.environmentOf(request)), undefined, 2)}\n`;
    },
  };
}

function shown(request: RecordedRequest, exchange: Exchange, environment: string | undefined): unknown {
  const { at, method, path, status, milliseconds, note } = request;
  return {
    request: {
      method,
      path,
      environment,
      at: new Date(at).toISOString(),
      headers: exchange.request.headers,
      body: readable(exchange.request.body),
    },
    response: {
      // Status 0 means that no response was sent.
      status: status === 0 ? null : status,
      milliseconds: Math.round(milliseconds),
      headers: exchange.response.headers,
      body: readable(exchange.response.body),
    },
    note,
  };
}

/** Embeds a JSON body as JSON instead of as a string. */
function readable(body: string): unknown {
  if (!/^\s*[[{]/.test(body)) return body === '' ? undefined : body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body;
  }
}

/** Returns the end of the path, which names the resource: `group`, `category 42`. */
function subjectOf(path: string): string {
  const segments = (path.split('?')[0] ?? '').split('/').filter(segment => segment !== '');
  const last = segments.at(-1) ?? '/';
  return /^[\da-f]*\d[\da-f]*$/i.test(last) ? segments.slice(-2).join(' ') : last;
}
